import { errorLine } from "./error-line.ts";
import { escapeControls, escapeForJson } from "./escape-controls.ts";
import { systemErrorCode } from "./failure.ts";
import { formatRecord, formatTable } from "./format-table.ts";
import { printsJson } from "./invocation.ts";

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
  if (!printsJson()) process.stderr.write(`${escapeControls(text)}\n`);
}

export function plural(count: number, noun: string): string {
  const several = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count.toLocaleString("en")} ${count === 1 ? noun : several}`;
}

/**
 * A reader that has seen enough (`| head`) closes the pipe. Work that has begun, such as a thousand
 * taps, continues; only output that is lost for another reason is a failure.
 */
export function surviveClosedPipes(): void {
  let isSaid = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (cause) => {
      if (systemErrorCode(cause) === "EPIPE") return;
      process.exitCode = 1;
      // Each further write fails, too.
      if (stream !== process.stdout || isSaid) return;
      isSaid = true;
      const error = `the output could not be written: ${cause.message}`;
      process.stderr.write(errorLine({ error, code: "FAILED" }, printsJson()));
    });
  }
}

function write(lines: string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
