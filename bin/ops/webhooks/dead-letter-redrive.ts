import { type Command, Option } from "commander";
import {
  type DeadLetterPorts,
  deadLetterPorts,
} from "../../../adapters/webhooks/dead-letter-ports.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { OperatorError } from "../terminal/failure.ts";
import { type Interruption, interruptible } from "../terminal/interruption.ts";
import { printList } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { redriveCountEvents } from "./dead-letter-count-events.ts";
import { redriveQueue } from "./dead-letter-queue.ts";
import type { Redriven } from "./dead-letter-result.ts";

const sources = ["first-attempts", "retries", "slow-attempts", "count-events"] as const;
type Source = (typeof sources)[number];

type RedriveOptions = VerbOptions & { from?: Source; discardUnreadable?: boolean };

export function addRedrive(noun: Command): void {
  addVerb(noun, {
    name: "redrive",
    summary: "Sends what is set aside on its way again",
    example: "dead-letter redrive --from first-attempts --local",
  })
    .addOption(
      new Option("--from <source>", "only from here; if not given, from everywhere").choices(
        sources,
      ),
    )
    .option("--discard-unreadable", "delete what cannot be understood, after showing it")
    .addHelpText("after", explanation)
    .action((options: RedriveOptions) => {
      const { from, discardUnreadable = false } = options;
      return withPorts(options, deadLetterPorts, async (ports) => {
        const rows = await interruptible(async (interruption) => {
          const redriven: Row[] = [];
          for (const source of from === undefined ? sources : [from]) {
            const run = { ports, source, discardUnreadable, interruption };
            redriven.push({ source, ...(await redrive(run)) });
            if (interruption.signal !== undefined) throw interrupted(interruption, redriven);
          }
          return redriven;
        });
        printList(options, rows, {
          columns: ["source", "redriven", "left", "discarded"],
          whenEmpty,
        });
        const left = total(rows, "left");
        if (left > 0) throw leftSetAside(left);
      });
    });
}

const whenEmpty = "Nothing is set aside.";

const explanation = `
Messages go back to their queue. One that is out of date by now does no harm: only the message that
a delivery's record names is sent, any other is dropped. Messages that cannot be understood would
come straight back, so they are left; the list of dead letters (--json) shows how they begin. Count events are
dispatched to the endpoints that exist now. Each is sent at least once: a run that broke off can be
repeated. Repair the cause first. What is left makes the exit code 1.`;

type Row = Redriven & { source: Source };

interface Run {
  ports: DeadLetterPorts;
  source: Source;
  discardUnreadable: boolean;
  interruption: Interruption;
}

function redrive({ ports, source, ...run }: Run): Promise<Redriven> {
  if (source === "count-events") return redriveCountEvents(ports, run);
  const startMs = ports.clock.now();
  return redriveQueue(ports.deadLetters[source], { source, startMs, ...run });
}

function total(rows: Row[], field: keyof Redriven): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

function leftSetAside(left: number): OperatorError {
  const what = left === 1 ? "1 is" : `${left.toLocaleString("en")} are`;
  return new OperatorError(
    `${what} still set aside, as said above; repair the cause and run the same command again`,
  );
}

function interrupted({ exitCode }: Interruption, rows: Row[]): OperatorError {
  const done = total(rows, "redriven").toLocaleString("en");
  return new OperatorError(
    `interrupted: ${done} went on their way again; run the same command again for the rest`,
    { exitCode },
  );
}
