import { describe, expect, test } from "vitest";
import { Email, isSameEmail, lowerCaseEmail } from "../../../core/members/email.ts";

describe("an e-mail address to invite", () => {
  test.each([
    ["Olivia@City-Museum.example", "olivia@city-museum.example"],
    ["a+b.c_d@x.co", "a+b.c_d@x.co"],
    ["O'Neil@EXAMPLE.ORG", "o'neil@example.org"],
    [`${"x".repeat(64)}@example.com`, `${"x".repeat(64)}@example.com`],
  ])("%j is taken as %j", (text, expected) => {
    expect(Email.parse(text)).toBe(expected);
  });

  test.each([
    "",
    "olivia",
    "@example.com",
    "olivia@",
    "olivia@example",
    "olivia@@example.com",
    "a@b.com, c@d.com",
    "Olivia <olivia@example.com>",
    "olivia@example.com\n",
    " olivia@example.com",
    "olivia\u0000@example.com",
    "\u202eolivia@example.com",
    "olívia@example.com",
    "\u212aelvin@example.com",
    "оlivia@example.com",
    "olivia@exаmple.com",
    "\ud800@example.com",
    `${"x".repeat(250)}@example.com`,
    `${"x".repeat(65)}@example.com`,
  ])("%j is refused", (text) => {
    expect(Email.safeParse(text).success).toBe(false);
  });
});

test("an address is the same in upper and lower case, and no other", () => {
  expect(isSameEmail("kim@example.com", "KIM@Example.COM")).toBe(true);
  expect(isSameEmail("kim@example.com", null)).toBe(false);
  expect(isSameEmail("kim@example.com", "kim@example.com ")).toBe(false);
});

test("no character of Unicode becomes a letter of another address", () => {
  const same: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const character = String.fromCodePoint(point);
    if (isSameEmail("kis@example.com", `k${character}s@example.com`)) same.push(character);
    if (isSameEmail("kis@example.com", `${character}is@example.com`)) same.push(character);
  }
  expect(same.toSorted()).toEqual(["I", "K", "i", "k"]);
  // The platform's own lower case makes two addresses one.
  expect("\u212a".toLowerCase()).toBe("k");
  expect(lowerCaseEmail("\u212a")).toBe("\u212a");
});
