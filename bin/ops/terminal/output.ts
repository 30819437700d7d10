import { errorLine } from "./error-line.ts";
import { escapeControls, escapeForJson } from "./escape-controls.ts";
import { systemErrorCode } from "./failure.ts";
import { formatRecord, formatTable } from "./format-table.ts";
import { caller, printsJson } from "./invocation.ts";

interface OutputOptions {
  json?: boolean;
}

/** One JSON document, or a line for each field followed by sentences for people. */
export function printRecord(
  options: OutputOptions,
  thing: Record<string, unknown>,
  sentences: string[] = [],
): void {
  if (options.json) printJson(thing);
  else write([...formatRecord(thing), ...(sentences.length > 0 ? ["", ...sentences] : [])]);
}

/** One JSON array, or a table of the chosen fields. */
export function printList<Thing extends object>(
  options: OutputOptions,
  things: Thing[],
  table: { columns: (keyof Thing & string)[]; whenEmpty: string },
): void {
  if (options.json) printJson(things);
  else if (things.length === 0) printText(table.whenEmpty);
  else write(formatTable(things, table.columns));
}

export function printJson(document: unknown): void {
  write([escapeForJson(JSON.stringify(document, null, 2))]);
}

export function printText(text: string): void {
  write([text]);
}

/** A notice for people on stderr, where it does not disturb what reads stdout; none with --json. */
export function notice(text: string): void {
  if (!printsJson()) caller().stderr.write(`${escapeControls(text)}\n`);
}

export function plural(count: number, noun: string): string {
  const several = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count.toLocaleString("en")} ${count === 1 ? noun : several}`;
}

/** The first twenty things by id and name, and how many more there are. */
export function idsAndNames(things: { id: string; name: string }[]): string[] {
  const lines = things.slice(0, maximumNamed).map(({ id, name }) => `${id} "${name}"`);
  const more = things.length - maximumNamed;
  return more > 0 ? [...lines, `and ${more.toLocaleString("en")} more`] : lines;
}

const maximumNamed = 20;

/**
 * Watches whether the output is written, until `isWritten` waits for the rest of it. A reader that
 * has seen enough (`| head`) closes the pipe: work that has begun, such as a thousand taps, continues,
 * and only output that is lost for another reason is a failure.
 */
export function watchOutput(): { isWritten(): Promise<boolean> } {
  const { stdout, stderr } = caller();
  const failed = new Set<NodeJS.WritableStream>();
  for (const stream of [stdout, stderr]) {
    stream.on("error", (cause) => {
      if (systemErrorCode(cause) === "EPIPE") return;
      // Each further write fails, too.
      const isSaid = failed.has(stream);
      failed.add(stream);
      if (stream !== stdout || isSaid) return;
      const error = `the output could not be written: ${cause.message}`;
      stderr.write(errorLine({ error, code: "FAILED" }, printsJson()));
    });
  }
  return {
    async isWritten() {
      for (const stream of [stdout, stderr]) {
        await new Promise<void>((written) => stream.write("", () => written()));
      }
      // The error of a failed write is emitted after its callback.
      await new Promise((emitted) => setImmediate(emitted));
      return failed.size === 0;
    },
  };
}

function write(lines: string[]): void {
  caller().stdout.write(`${lines.join("\n")}\n`);
}
