import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const file = join(import.meta.dirname, "../../docs/operators/performance.md");
const generated = /(<!-- Begin: npm run bench writes what follows\. -->\n).*(\n<!-- End -->)/s;

/** Replaces the figures of docs/operators/performance.md; what surrounds them is written by hand. */
export async function writePerformancePage(text: string): Promise<void> {
  // A terminal's padding would change every line of the page with every run.
  const figures = text.replace(/ {2,}/g, " ").replace(/-{4,}/g, "---");
  const page = await readFile(file, "utf8");
  if (!generated.test(page))
    throw new Error(`${file} has lost the two comments around its figures`);
  await writeFile(
    file,
    page.replace(generated, (_, begin, end) => `${begin}\n${figures}\n${end}`),
  );
}
