import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..", "..");
const pages = globSync("docs/{integrators,operators,how-to,maintainers}/**/*.md", { cwd: root });

test("no rule of a documented web ACL looks at bodies, of which WAF sees 16 KB", () => {
  const named = pages.flatMap((page) =>
    readFileSync(join(root, page), "utf8")
      .split("\n")
      .filter((line) =>
        /SizeConstraintStatement|OversizeHandling|"(Json)?Body"|AWSManaged/.test(line),
      ),
  );
  expect(named).toEqual([]);
});

test("the page on deploying says what to do when a first deployment is throttled", () => {
  const page = readFileSync(join(root, "docs/operators/deploy.md"), "utf8");
  const [, after = ""] = /"Rate exceeded"(.*?)\n\n/s.exec(page) ?? [];
  expect(after).toContain("Deploy again");
});
