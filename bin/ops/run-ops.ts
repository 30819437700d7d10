import { errorLine } from "./terminal/error-line.ts";
import { untilSignal } from "./terminal/interruption.ts";
import { type Caller, printsJson, withInvocation } from "./terminal/invocation.ts";

/**
 * The command line: does what the arguments say, and returns the exit code once the output is
 * written. Several runs may be under way in one process. The AWS SDK reads its region and
 * credentials from the process itself.
 */
export function runOps(args: string[], caller: Caller): Promise<number> {
  return withInvocation(args, caller, () => {
    const json = printsJson();
    const onInterrupted = () => {
      caller.stderr.write(errorLine({ error: "interrupted", code: "INTERRUPTED" }, json));
    };
    return untilSignal({ signals: caller, onInterrupted }, async () => {
      // Loaded when signals are already heard: it takes most of the time that a start takes.
      const { runProgram } = await import("./program.ts");
      return await runProgram(args);
    });
  });
}
