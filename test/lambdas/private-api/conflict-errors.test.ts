import { expect, test } from "vitest";
import { ContentionError } from "../../../core/conflict.ts";
import { contentionAs409 } from "../../../lambdas/private-api/conflict-errors.ts";

test("a change that others overtook again and again is a 409 that says what to do, and when", async () => {
  const change = Promise.reject(new ContentionError("counter ctr_1 changed 40 times"));
  await expect(contentionAs409(change)).rejects.toMatchObject({
    status: 409,
    message: "Too many changes at the same time. Nothing was saved: try again",
    details: { headers: { "retry-after": "1" } },
  });
});

test("any other error stays as it is", async () => {
  const error = new Error("a stored item is not as expected");
  await expect(contentionAs409(Promise.reject(error))).rejects.toBe(error);
});
