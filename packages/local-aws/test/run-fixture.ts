import { startRuntime } from "../runtime.ts";

// Run by survival.test.ts: `node run-fixture.ts <template> <data folder>`.
const [, , templateFile = "", dataDir = ""] = process.argv;
const runtime = await startRuntime({
  templateFile,
  dataDir,
  portOf: () => 0,
  onEvent: (event) => {
    if (event.kind === "warning") console.error(event.message);
  },
});
console.log(JSON.stringify({ outputs: runtime.outputs, endpoints: runtime.endpoints }));
process.once("SIGTERM", () => void runtime.close());
