import { expect, test } from "vitest";
import { memberAt, newCounter, post, ups, view } from "../counter-users.ts";

test("a device's taps are refused in the session of another person, and counted in their own", async () => {
  const counter = await newCounter();
  const olivia = await memberAt(counter);
  const adam = await memberAt(counter);
  const memberId = "member" in olivia.credential ? olivia.credential.member : "";
  const made = { taps: ups(2) };
  const headers = { "x-member-id": memberId };
  const refused = await post(adam, made, { headers });
  expect([refused.status, (await view(adam)).count]).toEqual([401, 0]);
  const taken = await post(olivia, made, { headers });
  expect([taken.status, (await view(olivia)).count]).toEqual([200, 2]);
});
