/** How bad it is; "unchecked" means that the check itself did not work. */
export type Severity = "fine" | "skipped" | "unchecked" | "warning" | "critical";

/** What a check says about one subject: one sentence, and what to do. */
export interface Finding {
  severity: Severity;
  sentence: string;
  /** What to do; null where there is nothing to do. */
  remedy: string | null;
  /** A verb of the command line that does it or shows more, with its arguments. */
  command?: { verb: string; args: string[] };
}

export function fine(sentence: string): Finding {
  return { severity: "fine", sentence, remedy: null };
}

export function skipped(sentence: string): Finding {
  return { severity: "skipped", sentence, remedy: null };
}

export function warning(
  sentence: string,
  remedy: string,
  command?: NonNullable<Finding["command"]>,
): Finding {
  return { severity: "warning", sentence, remedy, ...(command && { command }) };
}

export function critical(
  sentence: string,
  remedy: string,
  command?: NonNullable<Finding["command"]>,
): Finding {
  return { severity: "critical", sentence, remedy, ...(command && { command }) };
}

/** Whether it needs a look: what could not be checked may be wrong. */
export function needsAttention({ severity }: Pick<Finding, "severity">): boolean {
  return severity !== "fine" && severity !== "skipped";
}

/** The findings, or that all is fine where there are none. */
export function orFine(findings: Finding[], sentence: string): Finding[] {
  return findings.length > 0 ? findings : [fine(sentence)];
}

/** Up to `most` names in one line, and how many more there are. */
export function named(names: string[], most = 5): string {
  const rest = names.length - most;
  const shown = names.slice(0, most).join(", ");
  return rest > 0 ? `${shown} and ${rest.toLocaleString("en")} more` : shown;
}

/** A number with its noun: "1 table", "3 API keys", "2 deliveries", "2 batches". */
export function counted(count: number, noun: string): string {
  const several = noun.replace(/([^aeiou])y$/, "$1ie").replace(/(ch|s|x)$/, "$1e");
  return `${count.toLocaleString("en")} ${count === 1 ? noun : `${several}s`}`;
}
