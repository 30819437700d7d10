import type { Command } from "commander";
import { callerPath } from "../../../adapters/shell.ts";
import {
  type ExportLine,
  type ExportPorts,
  exportOrganization,
  NoSuchOrganizationToExport,
} from "../../../core/data/export-organization.ts";
import { noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { escapeForJson } from "../terminal/escape-controls.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { type Interruption, interruptible } from "../terminal/interruption.ts";
import { caller } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural, printRecord } from "../terminal/output.ts";
import { startLine } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { draftFile } from "./draft-file.ts";

type ExportOptions = VerbOptions & { out?: string };

export function addExport(noun: Command): void {
  addVerb(noun, {
    name: "export",
    effect: "reads",
    summary: "Exports all data of an organization, without secrets, as lines of JSON",
    example: "org export org_0123456789ABCDEFGHIJ --out museum.jsonl --local",
  })
    .argument("<org>", "its id")
    .option("--out <file>", "a new file, instead of stdout", optionValue(notBlank))
    .addHelpText("after", explanation)
    .action((organizationId: string, options: ExportOptions) => {
      if (options.json && options.out === undefined) throw usageError("--json needs --out");
      return withStores(options, async ({ exports }) => {
        await interruptible(async (interruption) => {
          const work = { exports, organizationId, interruption };
          if (options.out === undefined) await exportToStdout(work);
          else await exportToFile(work, options, callerPath(options.out, caller().env));
        }).catch((error: unknown) => {
          throw error instanceof NoSuchOrganizationToExport
            ? noSuchOrganization(organizationId)
            : error;
        });
      });
    });
}

const explanation = `
The first line says which format it is, and the last one, of the kind "end", counts the lines of each kind:
without it, the export is not complete. The file appears when it is whole, and only you may read it: it
has names, e-mail addresses and the audit log. People can go on counting meanwhile.`;

interface Work {
  exports: ExportPorts;
  organizationId: string;
  interruption: Interruption;
}

async function exportToFile(work: Work, options: ExportOptions, file: string): Promise<void> {
  await using draft = await draftFile(file);
  const last = await eachLine(work, (text) => draft.write(text));
  await draft.finish();
  const lines = Object.values(last.counts).reduce((sum, count) => sum + count, 0);
  printRecord(options, { id: work.organizationId, file, lines, ...last }, [
    `${plural(lines, "line")} between the first and the last.`,
  ]);
}

async function exportToStdout(work: Work): Promise<void> {
  const { stdout } = caller();
  await eachLine(work, async (text) => {
    // Whoever reads slowly must not make this hold everything.
    if (stdout.write(text)) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        for (const event of ["drain", "close", "error"]) stdout.off(event, go);
        resolve();
      };
      for (const event of ["drain", "close", "error"]) stdout.once(event, go);
    });
  });
}

/** Writes every line, and returns what the last one says. */
async function eachLine(
  { exports, organizationId, interruption }: Work,
  write: (text: string) => Promise<void>,
): Promise<{ counts: Record<string, number>; finishedAt: string }> {
  const progress = startLine();
  let written = 0;
  let last: ExportLine = { kind: "" };
  try {
    for await (const line of exportOrganization(exports, organizationId)) {
      if (interruption.signal !== undefined) throw interrupted(written, interruption);
      // Some programs end a line at U+2028, too, which JSON lets stand.
      await write(`${escapeForJson(JSON.stringify(line))}\n`);
      written += 1;
      last = line;
      progress.show(() => `${plural(written, "line")} exported`);
    }
  } finally {
    progress.end();
  }
  const { counts, finishedAt } = last;
  return { counts: counts as Record<string, number>, finishedAt: String(finishedAt) };
}

function interrupted(written: number, { exitCode }: Interruption): OperatorError {
  return new OperatorError(
    `interrupted after ${plural(written, "line")}: the export is not complete; run it again`,
    { exitCode },
  );
}
