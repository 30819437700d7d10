import { expect, test } from "vitest";
import * as z from "zod";
import {
  type Asked,
  bodyOf,
  countedEvent,
  expectStatus,
  made,
  until,
  whyFailed,
} from "../../../core/operations/steps.ts";

const asked: Asked = {
  url: "https://api.example.com/x",
  status: 200,
  headers: new Headers(),
  body: '{"count":1}',
};
const Body = z.object({ count: z.int() });

test("a response of 200 is read as the contract says, with fields that a later version adds", () => {
  expect(bodyOf({ ...asked, body: '{"count":1,"later":2}' }, Body)).toEqual({ count: 1 });
});

test.each<[string, () => unknown, string]>([
  [
    "another status",
    () => bodyOf({ ...asked, status: 401, body: "no key" }, Body),
    "https://api.example.com/x responds 401, not 200: no key",
  ],
  [
    "the status of a refusal that is missing",
    () => expectStatus(asked, 404),
    'https://api.example.com/x responds 200, not 404: {"count":1}',
  ],
  [
    "another body",
    () => bodyOf({ ...asked, body: "{}" }, Body),
    "https://api.example.com/x is not as the contract says: Invalid input: expected number, received undefined",
  ],
  [
    "a count of a locked counter",
    () => countedEvent({ result: "refused", reason: "locked", counter: {} as never }),
    "the count was refused: locked",
  ],
  [
    "a count of no counter",
    () => countedEvent({ result: "no_such_counter" }),
    "the count was refused: no_such_counter",
  ],
  [
    "a creation that says why",
    () => made("endpoint", { result: "url_refused", reason: "it must begin with https" }),
    "the endpoint was refused: it must begin with https",
  ],
  [
    "any other creation",
    () => made("key", { result: "too_many" }),
    "the key was refused: too_many",
  ],
])("%s fails with the reason", (_, take, message) => {
  expect(take).toThrow(new Error(message));
});

test.each([
  ["found by the look at the very end", 5, 9, { looks: 5 }],
  ["not found in time", 6, 9, "after 2 s, look 5 found nothing"],
  ["stopped", 5, 2, "interrupted"],
])("a look is repeated until it is %s", async (_, foundAt, stoppedAt, end) => {
  let [nowMs, looks] = [0, 0];
  const clock = {
    now: () => nowMs,
    async wait(ms: number) {
      nowMs += ms;
    },
  };
  const patience = { withinMs: 2_000, everyMs: 500, isStopped: () => looks === stoppedAt };
  const look = async () => {
    looks++;
    return looks === foundAt ? { looks } : `look ${looks} found nothing`;
  };
  const found = await until(clock, patience, look).catch(({ message }: Error) => message);
  expect(found).toEqual(end);
});

test("why a step failed is one line with the name of AWS's error, and without keys", () => {
  const denied = new Error("cs_live_abc123 is\nnot allowed");
  denied.name = "AccessDeniedException";
  expect(whyFailed(denied)).toBe("AccessDeniedException: cs_live_… is not allowed");
  expect(whyFailed(new Error("no connection"))).toBe("no connection");
});
