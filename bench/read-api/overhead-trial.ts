import * as z from "zod";
import { type ApiCall, apiEvent, invocationContext } from "./api-event.ts";
import { type LoadedHandler, loadHandler } from "./loaded-handler.ts";

/** What overhead.ts asks of the process that runs this file. */
export interface OverheadTrial {
  serviceFile: string;
  bareFile: string;
  call: ApiCall;
  batches: number;
  callsPerBatch: number;
}

/** CPU time of each batch in microseconds per call; the same index is the same moment. */
export const OverheadResult = z.object({
  service: z.array(z.number()),
  bare: z.array(z.number()),
});
type OverheadResult = z.infer<typeof OverheadResult>;

if (process.send !== undefined) {
  const trial: OverheadTrial = JSON.parse(process.argv[2] ?? "");
  process.once("message", async () => process.send?.(await run(trial)));
}

async function run(trial: OverheadTrial): Promise<OverheadResult> {
  const service = await loadHandler(trial.serviceFile);
  const bare = await loadHandler(trial.bareFile);
  const result: OverheadResult = { service: [], bare: [] };
  // The first quarter warms up. Who begins changes, so that neither always runs on the other's heap.
  const warmUp = Math.ceil(trial.batches / 4);
  for (let batch = -warmUp; batch < trial.batches; batch += 1) {
    const turn = [["service", service] as const, ["bare", bare] as const];
    if (batch % 2 === 0) turn.reverse();
    for (const [name, handler] of turn) {
      const cpu = await cpuPerCall(handler, trial);
      if (batch >= 0) result[name].push(cpu);
    }
  }
  return result;
}

async function cpuPerCall(
  handler: LoadedHandler,
  { call, callsPerBatch }: OverheadTrial,
): Promise<number> {
  const calls = Array.from({ length: callsPerBatch }, () => ({
    event: apiEvent(call),
    context: invocationContext(),
  }));
  const before = process.cpuUsage();
  for (const { event, context } of calls) {
    const { statusCode, body } = await handler(event, context);
    const right = statusCode === 200 && body.includes(call.counterId ?? "");
    if (!right) throw new Error(`${statusCode}: ${body}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsPerBatch;
}
