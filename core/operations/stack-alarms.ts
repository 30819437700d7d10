import { counted, critical, type Finding, named, orFine, warning } from "./finding.ts";

/** An alarm of the stack as CloudWatch has it. */
export interface AlarmFacts {
  name: string;
  /** OK, ALARM or INSUFFICIENT_DATA. */
  state: string;
  /** ISO 8601; undefined where CloudWatch does not say. */
  since: string | undefined;
  /** As the stack declares it, with the heading of the runbook. */
  description: string;
  /** Whether its state is published somewhere. */
  notifies: boolean;
}

export interface AlarmsFacts {
  /** The names that the stack declares. */
  declared: string[];
  alarms: AlarmFacts[];
  keepsData: boolean;
}

/** Says which alarms fire, are gone, or tell nobody. */
export function judgeAlarms({ declared, alarms, keepsData }: AlarmsFacts): Finding[] {
  const firing = alarms.filter(({ state }) => state === "ALARM");
  const findings = firing.map(({ name, since, description }) =>
    critical(
      `the alarm "${name}" ${since ? `has been firing since ${since}` : "is firing"}`,
      whatToDo(description),
    ),
  );
  const known = new Set(alarms.map(({ name }) => name));
  const gone = declared.filter((name) => !known.has(name));
  if (gone.length > 0) {
    findings.push(
      warning(
        `${counted(gone.length, "alarm")} of the stack no longer ${gone.length === 1 ? "exists" : "exist"}: ${named(gone)}`,
        "they were deleted by hand: create them again with the settings of the stack's template",
      ),
    );
  }
  const silent = alarms.filter(({ notifies }) => !notifies).map(({ name }) => name);
  // An ephemeral stage needs no recipient of alarms.
  if (silent.length > 0 && keepsData) {
    const of = counted(alarms.length, "alarm");
    findings.push(
      warning(
        `${silent.length} of ${of} ${silent.length === 1 ? "notifies" : "notify"} nobody`,
        "set alarmTopicArn to an SNS topic and deploy again; if it is set, enable the alarms' actions",
      ),
    );
  }
  return orFine(findings, `${counted(alarms.length, "alarm")}, none fires`);
}

/** The description of an alarm ends with what to do. */
function whatToDo(description: string): string {
  const [, pointer] = description.split("What to do: ");
  return pointer === undefined ? "see docs/operators/runbook.md" : `see ${pointer}`;
}
