/** The part of linkedom that is used here; its own declarations pull in Node's (core/tsconfig.json maps to this file). */
export function parseHTML(html: string): unknown;
