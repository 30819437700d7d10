import { expect, test } from "vitest";
import { Announcer } from "../../../web/embed/announcer.ts";

function heard() {
  const said: string[] = [];
  return { said, announcer: new Announcer("", (text) => said.push(text)) };
}

test("announcements are 30 s apart, and the latest takes the place of those between", () => {
  const { said, announcer } = heard();
  announcer.offer("1", 0);
  announcer.offer("2", 1_000);
  announcer.offer("3", 29_999);
  expect(said).toEqual(["1"]);
  announcer.tick(30_000);
  expect(said).toEqual(["1", "3"]);
  announcer.offer("4", 59_999);
  announcer.tick(60_000);
  expect(said).toEqual(["1", "3", "4"]);
});

test("the same is not said twice, and silence stays silence", () => {
  const { said, announcer } = heard();
  announcer.tick(0);
  announcer.offer("1", 0);
  announcer.offer("1", 40_000);
  expect(said).toEqual(["1"]);
});
