import { expect, test } from "vitest";
import { eventLine } from "../../local/display.ts";

const secret = "s".repeat(43);

test.each(["/gate%23", "/gate%2523", "/gate/", "/gate?lang=ar%23", "/gate%"])(
  "the line of a request for %s, behind which a link's token stands, does not have its secret",
  (beginning) => {
    const path = `${beginning}org_${"1".repeat(20)}.gat_${"2".repeat(20)}.${secret}`;
    const request = { api: "console", method: "GET", path, status: 303, durationMs: 1 };
    expect(eventLine({ kind: "request-served", ...request })).not.toContain("sss");
    const failure = { cdn: "console", method: "GET", path, code: "ECONNRESET" };
    expect(eventLine({ kind: "origin-failed", ...failure })).not.toContain("sss");
  },
);
