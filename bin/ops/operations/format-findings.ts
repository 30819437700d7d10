import { counted, type Finding, needsAttention } from "../../../core/operations/finding.ts";
import { escapeControls } from "../terminal/escape-controls.ts";
import { hint } from "../terminal/invocation.ts";
import { printJson, printText } from "../terminal/output.ts";
import type { CheckedFinding } from "./run-checks.ts";
import type { Looked } from "./table-checks.ts";

/** Prints a line for each finding and what was looked at, or all of it as one JSON document. */
export function printFindings(
  { json }: { json?: boolean },
  findings: CheckedFinding[],
  looked: Looked | undefined,
): void {
  if (json) {
    const shown = findings.map(({ check, severity, sentence, remedy, ...rest }) => ({
      check,
      severity,
      sentence,
      remedy,
      command: commandOf(rest),
    }));
    printJson({ ok: !findings.some(needsAttention), findings: shown, looked });
    return;
  }
  const width = Math.max(...findings.map(({ check }) => check.length));
  for (const finding of findings) {
    const begin = `${finding.severity.padEnd("unchecked".length)}  ${finding.check.padEnd(width)}`;
    printText(escapeControls(`${begin}  ${capital(finding.sentence)}.${whatToDo(finding)}`));
  }
  if (looked !== undefined) printText(`\nLooked at ${lookedAt(looked)}.`);
}

function whatToDo(finding: Finding): string {
  if (finding.remedy === null) return "";
  const command = commandOf(finding);
  return ` To do: ${finding.remedy}${command === null ? "." : `: ${command}`}`;
}

function commandOf({ command }: Pick<Finding, "command">): string | null {
  return command === undefined ? null : hint(command.verb, ...command.args);
}

function lookedAt({ organizations, ...of }: Looked): string {
  const parts = [
    counted(organizations.count, "organization"),
    counted(of.endpoints, "endpoint"),
    counted(of.waitingDeliveries, "waiting delivery"),
    counted(of.groups, "group"),
  ];
  const more = organizations.more ? "; there are more: --full" : "";
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}${more}`;
}

/** A sentence that begins with an id stays as it is, so that the id can be copied. */
function capital(sentence: string): string {
  return /^[a-z]+_/.test(sentence)
    ? sentence
    : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
