import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Figure } from "./figure.ts";
import { targetText } from "./markdown-table.ts";

/** What some benchmarks measured at one time on one machine. */
export interface Measurement {
  /** Date, Node.js and machine, in words. */
  how: string;
  outcomes: { name: string; figures: Figure[] }[];
}

const file = join(import.meta.dirname, "../../docs/operators/performance.md");
const generated = /(<!-- Begin: npm run bench writes what follows\. -->\n).*(\n<!-- End -->)/s;

/**
 * Replaces the figures of what was measured in docs/operators/performance.md, and says when they
 * were. What surrounds the figures is written by hand.
 */
export async function writePerformancePage(
  measurement: Measurement,
  allParts: readonly string[],
): Promise<void> {
  const page = await readFile(file, "utf8");
  const updated = updatedPage(page, measurement, allParts);
  if (updated === undefined) {
    throw new Error(`${file} has lost the two comments around its figures`);
  }
  await writeFile(file, updated);
}

/** The page with these figures in the places of their parts; undefined when it has no such place. */
export function updatedPage(
  page: string,
  { how, outcomes }: Measurement,
  allParts: readonly string[],
): string | undefined {
  const [found] = generated.exec(page) ?? [];
  if (found === undefined) return undefined;
  const rows = new Map<string, string[]>();
  const measured = new Map<string, string>();
  for (const line of found.split("\n")) {
    const [, part] = /^\|.*\| `([\w-]+)` \|$/.exec(line) ?? [];
    if (part !== undefined) rows.set(part, [...(rows.get(part) ?? []), line]);
    const [, earlier, parts = ""] = /^- Measured (on .*): (.*)\.$/.exec(line) ?? [];
    if (earlier === undefined) continue;
    for (const [, name = ""] of parts.matchAll(/`([\w-]+)`/g)) measured.set(name, earlier);
  }
  for (const { name, figures } of outcomes) {
    measured.set(name, `on ${how}`);
    rows.set(
      name,
      figures.map((figure) => row(name, figure)),
    );
  }
  const known = allParts.filter((part) => rows.has(part));
  const byTime = Map.groupBy(known, (part) => measured.get(part) ?? "at an unknown time");
  const text = [
    ...[...byTime].map(([when, parts]) => `- Measured ${when}: ${parts.map(code).join(", ")}.`),
    "",
    "| What | Measured | Target | Part |",
    "|---|---|---|---|",
    ...known.flatMap((part) => rows.get(part) ?? []),
  ].join("\n");
  return page.replace(generated, (_, begin, end) => `${begin}\n${text}\n${end}`);
}

function row(part: string, { figure, measured, target }: Figure): string {
  return `| ${figure} | ${measured} | ${targetText(target)} | ${code(part)} |`.replace(
    / {2,}/g,
    " ",
  );
}

const code = (text: string) => `\`${text}\``;
