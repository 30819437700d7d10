import { pathToFileURL } from "node:url";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import * as z from "zod";
import { TrialProcess } from "../service/trial-process.ts";
import { type ApiCall, apiEvent, invocationContext } from "./api-event.ts";

/** Built functions by names, each with the request that it is called with. */
export type Handlers = Record<string, { file: string; call: ApiCall }>;

/** So many calls, one after the other. CPU time is that of the process, the garbage collector's included. */
const Called = z.object({ statusCode: z.int(), durationMs: z.number(), cpuMs: z.number() });
export type Called = z.infer<typeof Called>;

/** Calls built handlers in a process of their own, without the local gateway: what Lambda bills. */
export class HandlerTrial {
  readonly #process: TrialProcess;

  constructor(handlers: Handlers, env: Record<string, string>) {
    this.#process = new TrialProcess(import.meta.filename, { argument: handlers, env });
  }

  async call(name: string, calls = 1): Promise<Called> {
    return Called.parse(await this.#process.ask({ name, calls }));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process.close();
  }
}

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<{ statusCode: number }>;

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  const handlers: Handlers = JSON.parse(process.argv[2] ?? "");
  const loaded = new Map<string, { handler: Handler; call: ApiCall }>();
  for (const [name, { file, call }] of Object.entries(handlers)) {
    const { handler } = await import(pathToFileURL(file).href);
    loaded.set(name, { handler, call });
  }
  process.on("message", async ({ name, calls }: { name: string; calls: number }) => {
    const one = loaded.get(name);
    if (one === undefined) throw new Error(`there is no handler ${name}`);
    process.send?.(await called(one, calls));
  });
}

async function called(
  { handler, call }: { handler: Handler; call: ApiCall },
  calls: number,
): Promise<Called> {
  const invocations = Array.from({ length: calls }, () => ({
    event: apiEvent(call),
    context: invocationContext(),
  }));
  let statusCode = 200;
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  for (const { event, context } of invocations) {
    const result = await handler(event, context);
    if (result.statusCode !== 200) ({ statusCode } = result);
  }
  const { user, system } = process.cpuUsage(before);
  return { statusCode, durationMs: performance.now() - startedMs, cpuMs: (user + system) / 1_000 };
}
