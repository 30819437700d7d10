import type { Command } from "commander";
import {
  type DeadLetterPorts,
  deadLetterPorts,
} from "../../../adapters/webhooks/dead-letter-ports.ts";
import type { FailedRecordStore } from "../../../adapters/webhooks/s3-failed-records.ts";
import type { DeadLetters } from "../../../adapters/webhooks/sqs-dead-letters.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { printList } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { addRedrive } from "./dead-letter-redrive.ts";
import { excerpt } from "./dead-letter-text.ts";

export function deadLetterNoun(program: Command): Command {
  const noun = program
    .command("dead-letter")
    .summary("what the pipeline of webhooks gave up")
    .description(
      "Dead letters: attempts that could not be handled, and count events that could not be " +
        "dispatched.",
    );
  addList(noun);
  addRedrive(noun);
  return noun;
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    summary: "Lists how much is set aside, by where it comes from",
    example: "dead-letter list --local",
  })
    .addHelpText("after", explanation)
    .action((options: VerbOptions) =>
      withPorts(options, deadLetterPorts, async (ports) => {
        printList(options, await sources(ports, options), {
          columns: ["source", "failedRecords", "records", "oldest"],
          whenEmpty: "",
        });
      }),
    );
}

const explanation = `
Messages are counted approximately, as SQS has them. Count events are set aside in batches; records
says how many are in them. With --json also the beginning of some messages that are unreadable.`;

interface Row {
  source: string;
  failedRecords: number;
  records: number | null;
  /** Unknown for queues: only metrics have it. */
  oldest: string | null;
  unreadable: { messageId: string; begins: string }[];
}

async function sources(
  { deadLetters, failedRecords }: DeadLetterPorts,
  { json = false }: VerbOptions,
): Promise<Row[]> {
  const queues = Object.entries(deadLetters).map(([source, queue]) =>
    queueRow(source, queue, json),
  );
  return await Promise.all([...queues, failedRecordsRow(failedRecords)]);
}

async function queueRow(source: string, queue: DeadLetters, peek: boolean): Promise<Row> {
  const [count, letters] = await Promise.all([queue.count(), peek ? queue.peek() : []]);
  const unreadable = letters
    .filter(({ message }) => message === undefined)
    .map(({ messageId, body }) => ({ messageId, begins: excerpt(body) }));
  return { source, failedRecords: count, records: null, oldest: null, unreadable };
}

/** Each batch takes a call: beyond this many the records are not counted. */
const countedBatches = 200;

async function failedRecordsRow(failedRecords: FailedRecordStore): Promise<Row> {
  const objects = await failedRecords.list();
  const timesMs = objects.flatMap(({ failedAt }) => failedAt?.getTime() ?? []);
  const oldest = timesMs.length === 0 ? null : new Date(Math.min(...timesMs)).toISOString();
  let records: number | null = objects.length <= countedBatches ? 0 : null;
  for (const { key } of records === null ? [] : objects) {
    const batch = await failedRecords.read(key);
    records = (records ?? 0) + (batch ? batch.counts.length + batch.problems.length : 0);
  }
  return { source: "count-events", failedRecords: objects.length, records, oldest, unreadable: [] };
}
