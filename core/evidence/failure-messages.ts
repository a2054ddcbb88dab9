/**
 * Words for every failure and notice code: the one place where codes become sentences.
 *
 * The table is exhaustive by type; a new code does not compile until it has words.
 */
import type { Failure, FailureCode, Notice, NoticeCode } from "../base/failure.ts";
import { DESK_MESSAGES } from "./desk-messages.ts";
import { FILE_MESSAGES } from "./file-messages.ts";
import type { Message } from "./message.ts";
import { NOTICE_MESSAGES } from "./notice-messages.ts";
import { REQUEST_MESSAGES } from "./request-messages.ts";

export const FAILURE_MESSAGES = {
  ...FILE_MESSAGES,
  ...REQUEST_MESSAGES,
  ...DESK_MESSAGES,
  ...NOTICE_MESSAGES,
} satisfies Record<FailureCode | NoticeCode, Message>;

/** A message with its data put in. */
export interface Explanation {
  readonly title: string;
  readonly happened: string;
  readonly means: string;
  readonly action: string;
}

export function explain(outcome: Failure | Notice): Explanation {
  const words: Message = FAILURE_MESSAGES[outcome.code];
  const data = outcome.data ?? {};
  return {
    title: words.title,
    happened: words.happened(data),
    means: words.means(data),
    action: words.action(data),
  };
}
