import { createInterface } from "node:readline";
import type { Command } from "commander";
import { escapeControls } from "./escape-controls.ts";
import { OperatorError } from "./failure.ts";
import { caller } from "./invocation.ts";

export interface ConfirmOptions {
  yes?: boolean;
}

/** Adds --yes to a verb that deletes, revokes or restores. */
export function addYesOption(verb: Command): Command {
  return verb.option("--yes", "skip the question; without a terminal none is asked");
}

/**
 * Asks on a terminal before something is deleted; `action` says what is done and names the thing,
 * such as `delete the endpoint end_… (https://…)`. Without a terminal, nobody is asked. Throws
 * unless the answer is y or yes.
 */
export async function confirm(
  { yes = false }: ConfirmOptions,
  action: string | (() => Promise<string>),
): Promise<void> {
  const { stdin, stderr } = caller();
  if (yes || !stdin.isTTY || !stderr.isTTY) return;
  const text = typeof action === "string" ? action : await action();
  stderr.write(`${escapeControls(`Really ${text}?`)} [y/N] `);
  if (/^y(es)?$/i.test((await firstLine()).trim())) return;
  throw new OperatorError("nothing was changed: the answer was not y", { code: "NOT_CONFIRMED" });
}

/**
 * Asks on a terminal for the name of what is deleted; `isName` judges what is typed. As `confirm`, it
 * asks nobody without a terminal.
 */
export async function confirmByName(
  { yes = false }: ConfirmOptions,
  { question, isName }: { question: string; isName: (typed: string) => boolean },
): Promise<void> {
  const { stdin, stderr } = caller();
  if (yes || !stdin.isTTY || !stderr.isTTY) return;
  stderr.write(`${escapeControls(question)} `);
  if (isName(await firstLine())) return;
  throw new OperatorError("nothing was changed: the answer was not the name", {
    code: "NOT_CONFIRMED",
  });
}

/** Returns an empty text when the input ends without a line. */
async function firstLine(): Promise<string> {
  const { stdin, stderr } = caller();
  // Not readline's own terminal mode, which would take Ctrl-C away from the signal handlers.
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    for await (const line of lines) return line;
    stderr.write("\n");
    return "";
  } finally {
    lines.close();
  }
}
