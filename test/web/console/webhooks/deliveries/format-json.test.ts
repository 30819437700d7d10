import fc from "fast-check";
import { expect, test } from "vitest";
import { formatJson } from "../../../../../web/console/webhooks/deliveries/format-json.ts";

test("each value has a line, and what is empty has none", () => {
  const text = '{"id":"a:1","data":{"count":3,"tags":[],"more":{}},"list":[1,{"b":null}]}';
  expect(formatJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
});

test("numbers and strings stay as they are written", () => {
  expect(formatJson('{"a":12345678901234567890,"b":1.0,"c":"\\u00e9 {\\"x\\": [1,2]}"}')).toBe(
    '{\n  "a": 12345678901234567890,\n  "b": 1.0,\n  "c": "\\u00e9 {\\"x\\": [1,2]}"\n}',
  );
});

test("text that is no JSON stays as it is", () => {
  for (const text of ["", "<p>Not found</p>", '{"cut": [1, 2', "a b"]) {
    expect(formatJson(text)).toBe(text);
  }
});

test("any JSON is formatted as JSON.stringify does", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      const canonical = JSON.stringify(JSON.parse(text));
      expect(formatJson(canonical)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    }),
  );
});
