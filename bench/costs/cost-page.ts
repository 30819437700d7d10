import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { costSheet } from "./cost-sheet.ts";

const folder = join(import.meta.dirname, "../../docs/operators");
const generated =
  /(<!-- Begin: npm run bench -- cost-sheet writes what follows\. -->\n).*(\n<!-- End -->)/s;

/** Replaces the cost sheet in docs/operators/costs.md; what surrounds it is written by hand. */
export async function writeCostSheet(): Promise<void> {
  const file = join(folder, "costs.md");
  const [page, performance] = await Promise.all([
    readFile(file, "utf8"),
    readFile(join(folder, "performance.md"), "utf8"),
  ]);
  await writeFile(file, withCostSheet(page, performance));
}

/** The page of costs with the sheet that follows from the page of performance. */
export function withCostSheet(costsPage: string, performancePage: string): string {
  if (!generated.test(costsPage)) {
    throw new Error("costs.md has lost the two comments around its cost sheet");
  }
  const sheet = costSheet(performancePage);
  return costsPage.replace(generated, (_, begin, end) => `${begin}\n${sheet}\n${end}`);
}
