import { expect, test } from "vitest";
import { noticeKinds } from "../../../core/members/preferences.ts";
import { unsubscribeToken, unsubscriptionIn } from "../../../core/notices/unsubscription.ts";

const own = {
  ...{ organizationId: "org_0123456789ABCDEFGHIJ", recipientId: "per_0123456789ABCDEFGHIJ" },
  kinds: [...noticeKinds],
};
const token = unsubscribeToken(own, "secret");

test("a token names organization, recipient and kinds, and fits into a header of SES with its URL", () => {
  expect(unsubscriptionIn(token, "secret")).toEqual(own);
  expect(token).toMatch(/^[\w.-]{1,600}$/);
});

test.each([
  ["of another secret", token, "other"],
  ["of another person", token.replace("per_0", "per_1"), "secret"],
  ["of other kinds", token.replace("alert-", ""), "secret"],
  ["without a signature", token.slice(0, token.lastIndexOf(".") + 1), "secret"],
  ["that is empty", "", "secret"],
])("a token %s opens nothing", (_, given, secret) => {
  expect(unsubscriptionIn(given, secret)).toBeUndefined();
});
