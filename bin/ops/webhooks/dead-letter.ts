import type { Command } from "commander";
import type { OperatorWebhooks } from "../../../adapters/webhooks/operator-webhooks.ts";
import type { SetAside } from "../../../adapters/webhooks/s3-failed-records.ts";
import type { DeadLetters } from "../../../adapters/webhooks/sqs-dead-letters.ts";
import { type VerbOptions, withStores } from "../target.ts";
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
      withStores(options, async (_, webhooks) => {
        printList(options, await sources(webhooks, options), {
          columns: ["source", "setAside", "records", "oldest"],
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
  setAside: number;
  records: number | null;
  /** Unknown for queues: only metrics have it. */
  oldest: string | null;
  unreadable: { messageId: string; begins: string }[];
}

async function sources(
  { deadLetters, setAside }: OperatorWebhooks,
  { json = false }: VerbOptions,
): Promise<Row[]> {
  const queues = Object.entries(deadLetters).map(([source, queue]) =>
    queueRow(source, queue, json),
  );
  return await Promise.all([...queues, setAsideRow(setAside)]);
}

async function queueRow(source: string, queue: DeadLetters, peek: boolean): Promise<Row> {
  const [count, letters] = await Promise.all([queue.count(), peek ? queue.peek() : []]);
  const unreadable = letters
    .filter(({ message }) => message === undefined)
    .map(({ messageId, body }) => ({ messageId, begins: excerpt(body) }));
  return { source, setAside: count, records: null, oldest: null, unreadable };
}

/** Each batch takes a call: beyond this many the records are not counted. */
const countedBatches = 200;

async function setAsideRow(setAside: SetAside): Promise<Row> {
  const objects = await setAside.list();
  const timesMs = objects.flatMap(({ setAsideAt }) => setAsideAt?.getTime() ?? []);
  const oldest = timesMs.length === 0 ? null : new Date(Math.min(...timesMs)).toISOString();
  let records: number | null = objects.length <= countedBatches ? 0 : null;
  for (const { key } of records === null ? [] : objects) {
    const batch = await setAside.read(key);
    records = (records ?? 0) + (batch ? batch.counts.length + batch.problems.length : 0);
  }
  return { source: "count-events", setAside: objects.length, records, oldest, unreadable: [] };
}
