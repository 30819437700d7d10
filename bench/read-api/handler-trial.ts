import { pathToFileURL } from "node:url";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import * as z from "zod";
import { serveTrial, TrialProcess } from "../service/trial-process.ts";
import { type ApiCall, apiEvent, invocationContext } from "./api-event.ts";

/** Built functions by names, each with the request that it is called with. */
export type Handlers = Record<string, { file: string; call: ApiCall }>;

/** So many calls, one after the other. CPU time is that of the process, the garbage collector's included. */
const Called = z.object({ statusCode: z.int(), durationMs: z.number(), cpuMs: z.number() });
export type Called = z.infer<typeof Called>;

/** Calls built handlers in a process of their own, without the local gateway: what Lambda bills. */
export class HandlerTrial extends TrialProcess {
  constructor(handlers: Handlers, env: Record<string, string>) {
    super(import.meta.filename, { argument: handlers, env });
  }

  async call(name: string, calls = 1): Promise<Called> {
    return Called.parse(await this.ask({ name, calls }));
  }
}

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<{ statusCode: number }>;

const Asked = z.object({ name: z.string(), calls: z.int() });

await serveTrial(import.meta.filename, async (argument) => {
  const loaded = new Map<string, { handler: Handler; call: ApiCall }>();
  for (const [name, { file, call }] of Object.entries(argument as Handlers)) {
    const { handler } = await import(pathToFileURL(file).href);
    loaded.set(name, { handler, call });
  }
  return async (message) => {
    const { name, calls } = Asked.parse(message);
    const one = loaded.get(name);
    if (one === undefined) throw new Error(`there is no handler ${name}`);
    return await called(one, calls);
  };
});

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
