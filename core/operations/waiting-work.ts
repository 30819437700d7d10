import { counted, critical, type Finding, orFine } from "./finding.ts";

/** Deliveries of one endpoint whose retry is overdue and that no message claims. */
export interface StuckDeliveries {
  organizationId: string;
  endpointId: string;
  count: number;
  /** One of them. */
  deliveryId: string;
}

export interface StuckFacts {
  stuck: StuckDeliveries[];
  endpoints: number;
  /** Deliveries that wait for a retry and were looked at. */
  waiting: number;
}

/** Says at which endpoints deliveries are stuck. */
export function judgeStuck({ stuck, endpoints, waiting }: StuckFacts): Finding[] {
  const findings = stuck.map(({ organizationId, endpointId, count, deliveryId }) =>
    critical(
      `${are(count, "delivery")} overdue at ${endpointId} of ${organizationId}, and no message works on ${count === 1 ? "it" : "them"} (${deliveryId})`,
      "send what is lost; it counts first with --dry-run",
      {
        verb: "delivery recover",
        args: ["--org", organizationId, "--endpoint", endpointId, "--since", "30d", "--dry-run"],
      },
    ),
  );
  const looked = `${counted(waiting, "delivery")} waiting for a retry at ${counted(endpoints, "endpoint")}`;
  return orFine(findings, `no retry is lost among ${looked}`);
}

/** How much waits for a person, by the source's name in `dead-letter list`. */
export interface GivenUpFacts {
  /** Messages that SQS has; approximate. */
  deadLetters: Record<string, number>;
  /** Stored batches. */
  failedRecords: Record<string, number>;
}

const runbook: Record<string, string> = {
  "stream-records": "Stream records failed",
  "unevaluated-counts": "Counts are not evaluated",
};

/** Says what the pipeline has given up and nobody has sent again. */
export function judgeGivenUp({ deadLetters, failedRecords }: GivenUpFacts): Finding[] {
  const letters = waitingIn(deadLetters).map(([source, count]) =>
    critical(
      `${are(count, "dead letter")} waiting in ${source}`,
      'see docs/operators/runbook.md, "Webhook attempts are dead letters", and send them again',
      { verb: "dead-letter redrive", args: ["--from", source] },
    ),
  );
  const records = waitingIn(failedRecords).map(([source, count]) =>
    critical(
      `${counted(count, "batch")} of failed records ${count === 1 ? "is" : "are"} waiting in ${source}`,
      `see docs/operators/runbook.md, "${runbook[source] ?? "Stream records failed"}", and send them again`,
      { verb: "dead-letter redrive", args: ["--from", source] },
    ),
  );
  return orFine([...letters, ...records], "no dead letters and no failed records are waiting");
}

function waitingIn(sources: Record<string, number>): [string, number][] {
  return Object.entries(sources).filter(([, count]) => count > 0);
}

function are(count: number, noun: string): string {
  return `${counted(count, noun)} ${count === 1 ? "is" : "are"}`;
}
