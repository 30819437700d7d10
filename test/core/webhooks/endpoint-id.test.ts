import { expect, test } from "vitest";
import { isEndpointId, newEndpointId } from "../../../core/webhooks/endpoint-id.ts";

test("a new endpoint's id is one", () => {
  const id = newEndpointId((length) => "aB3xy".repeat(length / 5));
  expect(isEndpointId(id)).toBe(true);
});

test.each(["", "end_", `end_${"a".repeat(19)}_`, `end_${"a".repeat(21)}`, `ctr_${"a".repeat(20)}`])(
  "%j is no endpoint's id",
  (text) => expect(isEndpointId(text)).toBe(false),
);
