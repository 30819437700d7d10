import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const file = pathToFileURL("local/stop-signal.ts").href;

/** A program that says when it is told to stop, and then goes on until its input ends. */
const program = `
  import { stopSignal } from ${JSON.stringify(file)};
  stopSignal(() => console.log("stopping"));
  console.log("ready");
  process.on("SIGUSR2", () => console.log("alive"));
  process.stdin.on("end", () => process.exit(0)).resume();
`;

test.each(["SIGINT", "SIGTERM"] as const)("%s twice within a second is one", async (signal) => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const line = async () => String((await once(child.stdout, "data"))[0]);
  expect(await line()).toBe("ready\n");
  child.kill(signal);
  expect(await line()).toBe("stopping\n");
  // Two that are pending at the same time would be one to the kernel.
  child.kill(signal);
  child.kill("SIGUSR2");
  expect(await line()).toBe("alive\n");
  child.stdin.end();
  expect(await exited).toEqual([0, null]);
});
