import { outliveClosedPipes } from "./ops/closed-pipe.ts";
import { reportFailure } from "./ops/failure.ts";
import { opsProgram } from "./ops/program.ts";

outliveClosedPipes();
try {
  await opsProgram().parseAsync(process.argv);
} catch (error) {
  process.exitCode = reportFailure(error, (text) => process.stderr.write(text));
}
