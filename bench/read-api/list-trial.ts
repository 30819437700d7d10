import * as z from "zod";
import { type ApiCall, apiEvent, invocationContext } from "./api-event.ts";
import { loadHandler } from "./loaded-handler.ts";

/** What the process that runs this file is made with: the handler that it calls, once a message. */
export interface ListTrial {
  file: string;
  call: ApiCall;
}

/** One call. Processor time is that of the whole process, the garbage collector's included. */
export const ListCall = z.object({
  statusCode: z.int(),
  durationMs: z.number(),
  cpuMs: z.number(),
});
export type ListCall = z.infer<typeof ListCall>;

if (process.send !== undefined) {
  const { file, call }: ListTrial = JSON.parse(process.argv[2] ?? "");
  const handler = await loadHandler(file);
  process.on("message", async () => {
    const event = apiEvent(call);
    event.headers["accept-encoding"] = "gzip";
    const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
    const { statusCode } = await handler(event, invocationContext());
    const { user, system } = process.cpuUsage(cpu);
    const durationMs = performance.now() - startedMs;
    process.send?.({ statusCode, durationMs, cpuMs: (user + system) / 1_000 } satisfies ListCall);
  });
}
