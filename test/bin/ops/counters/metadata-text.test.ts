import { expect, test } from "vitest";
import { MetadataText } from "../../../../bin/ops/counters/metadata-text.ts";

test.each(["0", "-0.0", "12.50", "1e3", "5E-1", "-0.1", "0.30000000000000004", "1.5e-9", "5e-324"])(
  "the number %s is kept",
  (number) => {
    expect(MetadataText.parse(`{"a":${number}}`)).toEqual({ a: Number(number) });
  },
);

test.each([
  "1e-400",
  "-2.5e-324",
  "0.10000000000000001",
  "3.14159265358979323846",
  "1e-99999999999",
])("the number %s, which no double has, is refused", (number) => {
  const { error } = MetadataText.safeParse(`{"a":[{"b":${number}}]}`);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    `must hold no number that would change (${number}); write it as text, in quotes`,
  ]);
});

test("digits in a text and in a key are no number", () => {
  const metadata = { "1e-400": "1e-400" };
  expect(MetadataText.parse(JSON.stringify(metadata))).toEqual(metadata);
});

test.each([{ adjustment: { to: 5 } }, { adjustment: null }, { undoes: 3 }])(
  "%j, whose key only the service writes, is refused",
  (metadata) => {
    const { error } = MetadataText.safeParse(JSON.stringify(metadata));
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'must not have the keys "adjustment" and "undoes": only the service writes them',
    ]);
    // Deeper down they are like all others.
    expect(MetadataText.safeParse(JSON.stringify({ note: metadata })).success).toBe(true);
  },
);
