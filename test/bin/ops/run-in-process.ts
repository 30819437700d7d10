import { AsyncLocalStorage } from "node:async_hooks";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../../bin/ops/program.ts";

// What the developer keeps with `counting use` is none of the tests' business.
export const noDefaults = join(tmpdir(), "ops-test-without-defaults");
process.env.XDG_CONFIG_HOME = noDefaults;

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
  const exitCode = await current.run(streams, () => runProgram(args));
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
