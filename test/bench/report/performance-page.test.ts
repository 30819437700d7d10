import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { updatedPage } from "../../../bench/report/performance-page.ts";

const parts = ["taps", "embed", "charts"];

const page = `By hand.
<!-- Begin: npm run bench writes what follows. -->

- Measured on 2026-01-01 with a slow machine: \`taps\`, \`charts\`.

| What | Measured | Target | Part |
|---|---|---|---|
| one tap | 7 WCU | | \`taps\` |
| a year | 18 RCU | ≤ 20 RCU | \`charts\` |

<!-- End -->
By hand, too.
`;

test("figures take the places of their part's, and say when they were measured", () => {
  const measurement = {
    how: "2026-02-02 with a fast machine",
    outcomes: [
      { name: "charts", figures: [{ figure: "a year", measured: "17 RCU" }] },
      {
        name: "embed",
        figures: [
          { figure: "a page", measured: "3 RCU" },
          { figure: "a poll", measured: "9 RCU", target: { is: "≤ 3 RCU", met: false } },
        ],
      },
    ],
  };
  expect(updatedPage(page, measurement, parts)).toBe(`By hand.
<!-- Begin: npm run bench writes what follows. -->

- Measured on 2026-01-01 with a slow machine: \`taps\`.
- Measured on 2026-02-02 with a fast machine: \`embed\`, \`charts\`.

| What | Measured | Target | Part |
|---|---|---|---|
| one tap | 7 WCU | | \`taps\` |
| a page | 3 RCU | | \`embed\` |
| a poll | 9 RCU | ≤ 3 RCU **missed** | \`embed\` |
| a year | 17 RCU | | \`charts\` |

<!-- End -->
By hand, too.
`);
});

test("without anything measured, a page stays as it is; the figures of a part that is gone go", () => {
  const nothing = { how: "2026-02-02", outcomes: [] };
  expect(updatedPage(page, nothing, parts)).toBe(page);
  expect(updatedPage(page, nothing, ["taps"])).not.toContain("charts");
});

test("a page without the comments around its figures is not touched", () => {
  expect(updatedPage("By hand.", { how: "2026-02-02", outcomes: [] }, parts)).toBeUndefined();
});

test("the page in the repository is one that can be updated", () => {
  const text = readFileSync("docs/operators/performance.md", "utf8");
  const names = [...text.matchAll(/^\|.*\| `([\w-]+)` \|$/gm)].map(([, name = ""]) => name);
  const all = [...new Set(names)];
  expect(updatedPage(text, { how: "2026-02-02", outcomes: [] }, all)).toBe(text);
});
