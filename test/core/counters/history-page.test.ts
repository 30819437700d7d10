import { expect, test } from "vitest";
import { historyPage } from "../../../core/counters/history-page.ts";

test.each([
  [{}, { limit: 100 }],
  [{ limit: "1" }, { limit: 1 }],
  [{ limit: "500" }, { limit: 500 }],
  [{ beforeEventId: "0" }, { limit: 100, beforeEventId: 0 }],
  [{ beforeEventId: "-7" }, { limit: 100, beforeEventId: -7 }],
  [{ beforeEventId: "9007199254740991" }, { limit: 100, beforeEventId: 9007199254740991 }],
  [{ other: "x" }, { limit: 100 }],
])("%j is a page", (query, page) => {
  expect(historyPage(query)).toEqual(page);
});

const malformed = [
  "",
  "0",
  "501",
  "-1",
  "1.5",
  "1e2",
  "0x10",
  " 5",
  "5 ",
  "05",
  "+5",
  "1,2",
  "NaN",
  "٣",
];

test.each(malformed)("limit=%j is refused with INVALID_PARAMETER", (limit) => {
  expect(() => historyPage({ limit })).toThrow(
    expect.objectContaining({ status: 400, details: { code: "INVALID_PARAMETER" } }),
  );
});

test.each(["", "x", "1.5", "1e2", "+1", "01", "-", "1,2", "9007199254740992", "9".repeat(400)])(
  "beforeEventId=%j is refused with INVALID_PARAMETER",
  (beforeEventId) => {
    expect(() => historyPage({ beforeEventId })).toThrow(
      expect.objectContaining({ status: 400, details: { code: "INVALID_PARAMETER" } }),
    );
  },
);
