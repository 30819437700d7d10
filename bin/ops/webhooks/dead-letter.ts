import type { Command } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import type { FailedRecordStore } from "../../../core/failed-records.ts";
import type { DeadLetterQueue } from "../../../core/webhooks/redrive.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { printList } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { addRedrive, excerpt } from "./dead-letter-redrive.ts";

export function addDeadLetterVerbs(noun: Command): void {
  noun.description(
    "Dead letters: attempts that could not be handled, and stream records that could not be " +
      "dispatched or evaluated.",
  );
  addList(noun);
  addRedrive(noun);
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    effect: "reads",
    summary: "Lists how many dead letters there are, by source",
    example: "dead-letter list --local",
  })
    .addHelpText("after", explanation)
    .action((options: VerbOptions) =>
      withStores(options, async (stores) => {
        printList(options, await sources(stores, options), {
          columns: ["source", "count", "records", "oldest"],
          whenEmpty: "",
        });
      }),
    );
}

const explanation = `
The count of messages is approximate, as SQS has it. Failed stream records are stored in batches: count
is the number of batches, records the number of records in them. --json also shows the beginning of some
unreadable messages.`;

interface Row {
  source: string;
  count: number;
  records: number | null;
  /** Unknown for queues: only metrics have it. */
  oldest: string | null;
  unreadable: { messageId: string; begins: string }[];
}

async function sources(
  { deadLetters, failedRecords }: Stores,
  { json = false }: VerbOptions,
): Promise<Row[]> {
  const queues = Object.entries(deadLetters).map(([source, queue]) =>
    queueRow(source, queue, json),
  );
  const records = Object.entries(failedRecords).map(([source, store]) =>
    failedRecordsRow(source, store),
  );
  return await Promise.all([...queues, ...records]);
}

async function queueRow(source: string, queue: DeadLetterQueue, peek: boolean): Promise<Row> {
  const [count, letters] = await Promise.all([queue.count(), peek ? queue.peek() : []]);
  const unreadable = letters
    .filter(({ message }) => message === undefined)
    .map(({ messageId, text }) => ({ messageId, begins: excerpt(text) }));
  return { source, count, records: null, oldest: null, unreadable };
}

/** Each batch takes a call: beyond this many the records are not counted. */
const countedBatches = 200;

async function failedRecordsRow(
  source: string,
  failedRecords: FailedRecordStore<unknown>,
): Promise<Row> {
  const objects = await failedRecords.list();
  const timesMs = objects.flatMap(({ failedAt }) => failedAt?.getTime() ?? []);
  const oldest = timesMs.length === 0 ? null : new Date(Math.min(...timesMs)).toISOString();
  let records: number | null = objects.length <= countedBatches ? 0 : null;
  for (const { key } of records === null ? [] : objects) {
    const batch = await failedRecords.read(key);
    records = (records ?? 0) + (batch ? batch.items.length + batch.unreadable.length : 0);
  }
  return { source, count: objects.length, records, oldest, unreadable: [] };
}
