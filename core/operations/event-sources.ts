import { counted, critical, type Finding, named, orFine, warning } from "./finding.ts";

/** An event source mapping of the stack: what a function is invoked with. */
export interface EventSourceFacts {
  /** The queue or the table whose stream it reads. */
  source: string;
  functionName: string;
  /** As Lambda has it: Enabled, Disabled, Creating, … */
  state: string;
  /** Of streams: how the last batch went, such as "OK" or "PROBLEM: Function call failed". */
  lastResult: string | undefined;
  /** Of queues: how many functions handle its messages at the same time, at most. */
  maximumConcurrency: number | undefined;
}

export interface EventSourcesFacts {
  mappings: EventSourceFacts[];
  /** Mappings that the stack declares and Lambda does not know, by their names in the template. */
  missing: string[];
}

/** Says which mappings do not work: what waits behind them is not handled. */
export function judgeEventSources({ mappings, missing }: EventSourcesFacts): Finding[] {
  const findings: Finding[] = [];
  for (const { source, functionName, state, lastResult } of mappings) {
    const name = `the event source mapping from ${source} to ${functionName}`;
    if (/^Disabl/.test(state)) {
      findings.push(
        critical(
          `${name} is ${state}: what waits there is not handled`,
          "enable it (aws lambda update-event-source-mapping --enabled), and find out who disabled it",
        ),
      );
    } else if (state !== "Enabled") {
      findings.push(
        warning(`${name} is ${state}`, "look again in a few minutes; a deployment changes it"),
      );
    } else if (/^PROBLEM/.test(lastResult ?? "")) {
      findings.push(
        critical(
          `${name} fails: ${lastResult}`,
          'see docs/operators/runbook.md, "Webhook functions fail"',
        ),
      );
    }
  }
  if (missing.length > 0) {
    findings.push(
      critical(
        `${counted(missing.length, "event source mapping")} of the stack no longer ${missing.length === 1 ? "exists" : "exist"}: ${named(missing)}`,
        "create them again as the stack's template has them",
      ),
    );
  }
  return orFine(findings, `none of ${counted(mappings.length, "event source mapping")} fails`);
}
