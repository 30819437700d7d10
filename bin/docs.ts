import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { settingsReference } from "../lib/settings-reference.ts";

const folder = join(import.meta.dirname, "..", "docs", "decisions");

/** In the order of the index. */
const areas = [
  "Read API",
  "Counting",
  "Webhooks",
  "Embeds",
  "Signing in",
  "Members, gates, audit log",
  "Counting page",
  "Charts",
  "Alerts and groups",
  "Console",
  "Deployment and operation",
  "Structure and tools",
] as const;

const Decision = z.object({
  number: z.string(),
  title: z.string(),
  area: z.enum(areas),
  /** What follows the front lines. */
  body: z.string(),
});

export interface DecisionFile extends z.infer<typeof Decision> {
  file: string;
}

/** All decisions, by number. Throws for a file whose first lines are not those of a decision. */
export function readDecisions(): DecisionFile[] {
  const files = readdirSync(folder).filter((file) => file !== "README.md");
  return files.sort().map((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const front = /^# (\d+)\. (.+)\n\nArea: (.+)\n\n([\s\S]+)$/.exec(text);
    const [, number, title, area, body] = front ?? [];
    const decision = Decision.safeParse({ number, title, area, body });
    if (!decision.success) {
      throw new Error(`docs/decisions/${file}: ${z.prettifyError(decision.error)}`);
    }
    return { file, ...decision.data };
  });
}

/** The page docs/decisions/README.md. */
export function decisionIndex(): string {
  const decisions = readDecisions();
  const sections = areas.map((name) => {
    const lines = decisions.filter(({ area }) => area === name).map(indexLine);
    return `## ${name}\n\n${lines.join("\n")}\n`;
  });
  return `# Decisions

Each decision has a choice, its reason, and what would reverse it. One that no longer binds is removed.
Numbers are cited elsewhere and never change. \`npm run docs\`
writes this page from the files beside it.

${sections.join("\n")}`;
}

function indexLine({ number, title, file }: DecisionFile): string {
  return `- [${number}. ${title}](${file})`;
}

/** The pages that are written from what they describe. */
export const generatedPages: { file: string; write: () => string }[] = [
  { file: "decisions/README.md", write: decisionIndex },
  { file: "operators/configuration.md", write: settingsReference },
];

export const docsFolder = join(import.meta.dirname, "..", "docs");

if (import.meta.main) {
  for (const { file, write } of generatedPages) {
    writeFileSync(join(docsFolder, file), write());
    console.log(`docs/${file} is up to date`);
  }
}
