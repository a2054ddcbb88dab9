/**
 * Shuts the network off inside a process, before anything else is loaded.
 *
 * The program never opens a socket; this makes a mistake, or a dependency that tries, fail loudly instead of calling out.
 * It is a second wall, not the first: the extractor's child has no permissions either, and nothing here stops native
 * code. Pipes to parent and children keep working, they never connect.
 */
/* eslint-disable no-restricted-imports -- the modules are loaded here to be closed */
import dgram from "node:dgram";
import dns from "node:dns";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";

export class NetworkForbidden extends Error {
  override readonly name = "NetworkForbidden";
  readonly attempted: string;
  constructor(attempted: string) {
    super(`network use is forbidden: ${attempted}`);
    this.attempted = attempted;
  }
}

type Replaceable = Record<string, unknown>;

function close(holder: object, where: string, names: readonly string[]): void {
  for (const name of names) {
    if (typeof (holder as Replaceable)[name] !== "function") continue;
    // Not an arrow function: some of these are called with `new`.
    const refuse = function () {
      throw new NetworkForbidden(`${where}.${name}`);
    };
    Object.defineProperty(holder, name, {
      value: refuse,
      writable: false,
      configurable: false,
      enumerable: true,
    });
  }
}

const functionsOf = (holder: object): string[] =>
  Object.keys(holder).filter((name) => typeof (holder as Replaceable)[name] === "function");
const methodsOf = (prototype: object): string[] =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");

/** Lookups by name leave the machine; the settings around them do not, and libraries read those at start. */
const DNS_SETTINGS = ["setDefaultResultOrder", "getDefaultResultOrder", "getServers", "Resolver"];

/** From now on every way of this process to reach a network throws {@link NetworkForbidden}. Cannot be undone. */
export function forbidNetwork(): void {
  close(net.Socket.prototype, "net.Socket", ["connect"]);
  close(net.Server.prototype, "net.Server", ["listen"]);
  close(net, "net", ["connect", "createConnection"]);
  close(tls, "tls", ["connect"]);
  close(http, "http", ["request", "get"]);
  close(https, "https", ["request", "get"]);
  close(http2, "http2", ["connect"]);
  close(dgram, "dgram", ["createSocket"]);
  close(dgram.Socket.prototype, "dgram.Socket", ["bind", "connect", "send"]);
  for (const [holder, where] of [
    [dns, "dns"],
    [dns.promises, "dns.promises"],
  ] as const) {
    close(
      holder,
      where,
      functionsOf(holder).filter((name) => !DNS_SETTINGS.includes(name)),
    );
    const resolver = holder.Resolver.prototype as object;
    close(
      resolver,
      `${where}.Resolver`,
      methodsOf(resolver).filter((name) => name.startsWith("re")),
    );
  }
  close(globalThis, "globalThis", ["fetch", "WebSocket", "EventSource"]);
  syncBuiltinESMExports();
}
