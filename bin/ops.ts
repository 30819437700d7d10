import { opsProgram } from "./ops/program.ts";
import { outliveClosedPipes } from "./ops/terminal/closed-pipe.ts";
import { reportFailure } from "./ops/terminal/failure.ts";

outliveClosedPipes();
try {
  await opsProgram().parseAsync(process.argv);
} catch (error) {
  process.exitCode = reportFailure(error, (text) => process.stderr.write(text));
}
