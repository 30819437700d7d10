import { AsyncLocalStorage } from "node:async_hooks";
import { opsProgram } from "../../../bin/ops/program.ts";
import { reportFailure } from "../../../bin/ops/terminal/failure.ts";

interface Streams {
  stdout: string;
  stderr: string;
}

/**
 * Runs the command line within this process, which costs milliseconds where a process of its own
 * costs half a second of a core. Several runs may be under way at once: what one writes to the
 * standard streams is its own.
 */
export async function runInProcess(args: string[]): Promise<Streams & { exitCode: number | null }> {
  const streams: Streams = { stdout: "", stderr: "" };
  const exitCode = await current.run(streams, async () => {
    try {
      await opsProgram().parseAsync(args, { from: "user" });
      return 0;
    } catch (error) {
      return reportFailure(error, (text) => process.stderr.write(text));
    }
  });
  return { exitCode, ...streams };
}

const current = new AsyncLocalStorage<Streams>();

for (const name of ["stdout", "stderr"] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream);
  stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
    const streams = current.getStore();
    if (streams === undefined) return write(chunk, ...rest);
    streams[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    return true;
  };
}
