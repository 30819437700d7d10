import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AttemptMessage,
  messageInDeadLetter,
  messageText,
} from "../../../core/webhooks/attempt-message.ts";
import { anyCharacter } from "../../any-character.ts";

function messageOf(body: string): AttemptMessage {
  return {
    deliveryId: "dlv_0123456789ABCDEFGHIJ0VsLk2Qz0123456789ABCDEFGHIJ",
    organizationId: "org_1",
    eventId: "counter.increment:ctr_1:7",
    eventType: "counter.increment",
    body,
    attempt: 2,
    fencingToken: "t1",
    dueMs: 0,
  };
}

const anyText = fc.string({ unit: anyCharacter });

describe("the text of a message", () => {
  test("has no character that the queue refuses or Scheduler replaces, and is read as it was", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const message = messageOf(JSON.stringify({ name }));
        const text = messageText(message);
        expect(text).not.toMatch(/[<\uD800-\uDFFF\uFFFE\uFFFF]/);
        expect(text).toMatch(/^[\u0020-\uFFFD]*$/);
        expect(JSON.parse(text)).toEqual(message);
      }),
    );
  });
});

describe("a dead letter", () => {
  const message = messageOf('{"name":"🚪"}');
  const text = messageText(message);
  const QueueUrl = "https://sqs.eu-central-1.amazonaws.com/123456789012/retries";

  test("of the queue is the message itself", () => {
    expect(messageInDeadLetter(text)).toEqual(message);
  });

  test("of EventBridge Scheduler wraps the message", () => {
    const wrapped = JSON.stringify({ MessageBody: text, QueueUrl });
    expect(messageInDeadLetter(wrapped)).toEqual(message);
  });

  test.each([
    "not JSON",
    "{}",
    "null",
    JSON.stringify({ MessageBody: "not JSON", QueueUrl }),
    JSON.stringify({ MessageBody: "{}", QueueUrl }),
    JSON.stringify({ MessageBody: text }),
    JSON.stringify({ MessageBody: JSON.stringify({ MessageBody: text, QueueUrl }), QueueUrl }),
  ])("is unreadable otherwise: %s", (other) => {
    expect(messageInDeadLetter(other)).toBeUndefined();
  });
});
