import { expect, test } from "vitest";
import { ChatChannelEdit, NotificationsChange } from "../../../api/private/notices.ts";

test("a choice is kept once, whatever is sent", () => {
  const [one, other] = ["1", "2"].map((digit) => `grp_${digit.repeat(20)}`);
  const chosen = NotificationsChange.parse({ reportGroupIds: [one, other, one] });
  expect(chosen).toEqual({ reportGroupIds: [one, other] });
  const channel = { name: "Hall", kinds: ["alert", "alert", "report", "alert"] };
  expect(ChatChannelEdit.parse(channel).kinds).toEqual(["alert", "report"]);
});

test.each(["", "grp_1", "x".repeat(15_000)])(
  "a group of the report has the id of a group, not %.20s",
  (id) => {
    expect(NotificationsChange.safeParse({ reportGroupIds: [id] }).success).toBe(false);
  },
);
