import { expect, test } from "vitest";
import { pastedLink, withoutLinkSecrets } from "../../core/pasted-link.ts";

const secret = "s-_".padEnd(43, "0");
const ids = `org_${"1".repeat(20)}.gat_${"2".repeat(20)}.`;
const token = ids + secret;
const page = "https://console.example/gate";

test.each([
  `${page}#${token}`,
  `${page}%23${token}`,
  `${page}%2523${token}`,
  `${page}?lang=ar%23${token}`,
  `${page}/#${token}`,
  `Count here: ${page}#${token}. Thank you!`,
  `(${page}#${token})`,
  `<${page}#${token}>`,
  `“${page}#${token}”`,
  `"${page}#${token}",`,
  `*${page}#${token}*`,
  `${page}#${token}%20`,
  token,
])("in %s stands a gate's link", (text) => {
  expect(pastedLink(text)).toEqual({ path: "/gate", token });
});

test("an invitation is told from a gate's link", () => {
  const invitation = token.replace("gat_", "inv_");
  const path = "/join";
  expect(pastedLink(`https://console.example/join%23${invitation}.`)).toEqual({
    path,
    token: invitation,
  });
});

test.each(["", page, `${page}#${token.slice(0, -1)}`, `${page}#${ids}`])(
  "in %s stands none",
  (text) => {
    expect(pastedLink(text)).toBeUndefined();
  },
);

test.each([
  `/gate%23${token}`,
  `/join?lang=de%23${token.replace("gat_", "inv_")}`,
  token.slice(25, -1),
])("what is shown of %s has no part of its secret", (text) => {
  expect(withoutLinkSecrets(text)).not.toContain(secret.slice(0, 8));
});
