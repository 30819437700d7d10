import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { endProcess, handleSignals } from "./ops/terminal/interruption.ts";

// Before everything else is loaded: a Ctrl-C ends the program with its exit code from now on.
handleSignals();
// Saves a third of the time that every start takes.
enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "counting"));
const { surviveClosedPipes } = await import("./ops/terminal/output.ts");
surviveClosedPipes();
const { runProgram } = await import("./ops/program.ts");
await endProcess(await runProgram(process.argv.slice(2)));
