import { systemErrorCode } from "./failure.ts";

/**
 * A reader that has seen enough (`| head`) closes the pipe. What is under way, such as a thousand
 * taps, goes on all the same; only output that is lost for another reason is a failure.
 */
export function outliveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      if (systemErrorCode(error) === "EPIPE") return;
      process.exitCode = 1;
      if (stream === process.stdout) {
        process.stderr.write(`error: the output could not be written: ${error.message}\n`);
      }
    });
  }
}
