import { afterEach, expect, test } from "vitest";
import { outsiderCode } from "../../../../api/private/conflict.ts";
import { access } from "../../../../web/console/api/access.ts";
import { ServiceError } from "../../../../web/console/api/private-api.ts";
import { newQueryClient } from "../../../../web/console/api/query-client.ts";

afterEach(() => access.set(undefined));

test("a read is repeated three times while the service cannot be reached, and not once it refused", () => {
  const retry = newQueryClient().getDefaultOptions().queries?.retry;
  const repeats = (failures: number, status: number | null) =>
    typeof retry === "function" && retry(failures, new ServiceError("", { status, code: null }));
  expect([0, 1, 2, 3].map((failures) => repeats(failures, null))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([401, 404, 429].map((status) => repeats(0, status))).toEqual([false, false, false]);
});

test.each([
  ["a removal", { status: 404, code: outsiderCode }, ["removed", undefined]],
  ["the end of the session", { status: 401, code: null }, ["signed_out", "signed_out"]],
  ["a counter that is not there", { status: 404, code: null }, [undefined, undefined]],
])("%s takes away the organizations that it concerns", (_, refusal, reasons) => {
  access.noteRefusal("/api/organizations/org_1/counters", refusal);
  expect(["org_1", "org_2"].map((id) => access.lostIn(id)?.reason)).toEqual(reasons);
});
