import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { randomBase62 } from "../../../adapters/random.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { newCounterId } from "../../../core/counters/counter-names.ts";
import { createApiKey } from "../../../core/keys/api-keys.ts";
import { createOrganization } from "../../../core/organizations/organization-changes.ts";
import { createEndpoint } from "../../../core/webhooks/manage-endpoints.ts";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { freePort } from "../../bin/ops/free-port.ts";
import { operator } from "../../core/audit/operator.ts";
import { Chance } from "../../simulation/chance.ts";
import { toldNothing } from "../counting-verdict.ts";
import { committedCounts } from "../expected-state.ts";
import { patientLook } from "../patient-look.ts";
import { StackProcess } from "../stack-process.ts";
import { tapAll } from "../taps.ts";
import { type BooksVerdict, judgeBooks } from "./books-verdict.ts";
import { type FaultyFront, startFaultyFront } from "./faulty-front.ts";
import { ReceiverProcess } from "./receiver-process.ts";
import { type Troubled, troubles } from "./troubles.ts";

export interface BooksOptions {
  /** A shell command that starts the receiver. */
  receiver: string;
  cwd: string;
  minutes: number;
  events: number;
  settleMinutes: number;
  seed: number;
  stopping: AbortSignal;
}

const counterCount = 6;
const progressEveryMs = 30_000;
const lookEveryMs = 5_000;

/** Lets a receiver keep books while everything fails; true when they are complete and right. */
export async function keepBooks(options: BooksOptions): Promise<boolean> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "counting-books-")));
  let complete = false;
  try {
    complete = await run(options, folder);
  } finally {
    if (complete) rmSync(folder, { recursive: true, force: true });
    else console.error(`The data, the logs and the books are kept in ${folder}.`);
  }
  return complete;
}

async function run(options: BooksOptions, folder: string): Promise<boolean> {
  const { seed, minutes, events, settleMinutes, stopping } = options;
  const startedMs = Date.now();
  const say = (text: string) =>
    console.log(`${Math.round((Date.now() - startedMs) / 1_000)} s: ${text}`);
  say(`seed ${seed}, ${events} taps in ${minutes} min …`);
  await using stage = await setStage(options, folder);
  const { stack, customer, receiver, front, counted } = stage;
  const calm = AbortSignal.any([stopping, AbortSignal.timeout(minutes * 60_000)]);
  const told = toldNothing();
  const progress = setInterval(() => say(progressText(stage)), progressEveryMs);
  try {
    await Promise.all([
      tapAll({
        ...{ seed, events, stack, stopping, counters: customer.counters },
        ...{ spreadMs: minutes * 60_000, toldOf: () => told },
        onCounted: ({ counterId, lastEventId }) => counted.add(`${counterId}:${lastEventId}`),
      }),
      troubles(stage, new Chance(seed), calm),
    ]);
    if (stopping.aborted) return false;
    say("nothing fails any more; the books have to become complete …");
    const verdict = await untilComplete(stage, { settleMinutes, stopping, say });
    console.log(`\n${summaryTable(verdict, stage, Date.now() - startedMs)}\n`);
    for (const text of [...verdict.wrong, ...verdict.missing].slice(0, 10)) console.error(text);
    return verdict.wrong.length + verdict.missing.length === 0 && verdict.entries > 0;
  } finally {
    clearInterval(progress);
    say(`the receiver was started ${receiver.starts} times, the front is ${front.mode}`);
  }
}

interface Stage extends Troubled, AsyncDisposable {
  books: string;
  counted: Set<string>;
}

async function setStage(
  { receiver: command, cwd, seed }: BooksOptions,
  folder: string,
): Promise<Stage> {
  const disposables = new AsyncDisposableStack();
  const dataDir = join(folder, "data");
  const port = await freePort();
  const certificates = await ensureCertificates(join(dataDir, "ca"));
  const chance = new Chance(seed + 1);
  const front = disposables.use(
    await startFaultyFront(`http://127.0.0.1:${port}`, { certificates, chance }),
  );
  const stack = new StackProcess({
    ...{ dataDir, logFile: join(folder, "service.log") },
    options: [
      ...["--api-port", String(await freePort()), "--site-port", String(await freePort())],
      ...["--console-port", "0", "--identity-port", "0", "--retry-delays", "1,2,3,4,5"],
    ],
  });
  disposables.defer(() => stack.stop());
  const { outputs } = await stack.running();
  const { secret, apiKey, ...customer } = await createCustomer(stack, front);
  const books = join(folder, "books.jsonl");
  const receiver = disposables.use(
    new ReceiverProcess({
      ...{ command, cwd, logFile: join(folder, "receiver.log") },
      environment: {
        ...{ API_URL: outputs.ApiUrl, API_KEY: apiKey, WEBHOOK_SECRET: secret },
        ...{ PORT: String(port), BOOKS: books },
      },
    }),
  );
  return {
    ...{ dataDir, stack, front, receiver, customer, books },
    counted: new Set(),
    done: new Map(),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

/** An organization with counters and one endpoint, which receives counts of both directions. */
async function createCustomer(stack: StackProcess, front: FaultyFront) {
  const { stores } = await stack.running();
  const setup = { name: "Books", plan: "enterprise" } as const;
  const { id: organizationId } = await createOrganization(stores, setup, operator);
  const key = await createApiKey(stores, { organizationId, name: "Books" }, operator);
  if (key.result !== "created") throw new Error(`no key: ${key.result}`);
  const counters = Array.from({ length: counterCount }, (_, number) => {
    const key = { organizationId, counterId: newCounterId(randomBase62) };
    return newCounter({ name: `Gate ${number + 1}` }, key, Date.now());
  });
  await stores.counterCreator.create(counters);
  const endpoint = await createEndpoint(
    stores,
    { organizationId, url: front.url, events: ["counter.increment", "counter.decrement"] },
    operator,
  );
  if (endpoint.result !== "created") throw new Error(`no endpoint: ${endpoint.result}`);
  return {
    organizationId,
    endpointId: endpoint.endpoint.id,
    counters: counters.map(({ id }) => ({ organizationId, counterId: id })),
    ...{ secret: endpoint.secret, apiKey: key.keyText },
  };
}

async function untilComplete(
  { stack, customer, books }: Stage,
  {
    settleMinutes,
    stopping,
    say,
  }: { settleMinutes: number } & {
    stopping: AbortSignal;
    say(text: string): void;
  },
): Promise<BooksVerdict> {
  const running = await stack.running();
  const all = await patientLook(() => committedCounts(running));
  const history = all.filter(({ organizationId }) => organizationId === customer.organizationId);
  const deadlineMs = Date.now() + settleMinutes * 60_000;
  for (;;) {
    const verdict = judgeBooks(existsSync(books) ? readFileSync(books, "utf8") : "", history);
    const isOver = verdict.wrong.length > 0 || verdict.missing.length === 0;
    if (isOver || Date.now() > deadlineMs || stopping.aborted) return verdict;
    say(`${verdict.missing.length} of ${history.length} counts are missing in the books`);
    await delay(lookEveryMs, undefined, { signal: stopping }).catch(() => {});
  }
}

function progressText({ counted, receiver, front, done }: Stage): string {
  const happened = [...done].map(([what, times]) => `${times} × ${what}`).join(", ");
  return `${counted.size} counted, ${front.counts.passed} passed on, ${receiver.kills} kills; ${happened}`;
}

function summaryTable(verdict: BooksVerdict, stage: Stage, durationMs: number): string {
  const rows: [string, number | string][] = [
    ["entries in the books", verdict.entries],
    ["missing", verdict.missing.length],
    ["wrong, doubled or out of order", verdict.wrong.length],
    ["receiver killed", stage.receiver.kills],
    ...[...stage.done],
    ...Object.entries(stage.front.counts).map(([name, count]): [string, number] => [
      `deliveries ${name}`,
      count,
    ]),
    ["duration", `${Math.round(durationMs / 1_000)} s`],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join("\n");
}
