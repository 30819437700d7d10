import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { notRunWithout } from "../../not-run.ts";
import { newDelivery, secret, send, trust } from "./test-delivery.ts";
import { samplesFolder } from "./webhook-guide.ts";

const { folder, remove } = samplesFolder();
afterAll(remove);

beforeAll(async () => {
  trust((await ensureCertificates(join(folder, ".local", "ca"))).authority);
});

const pythonNotRun = notRunWithout("python3", "The local receiver in Python");
const samples = [
  { name: "Node.js", tool: process.execPath, file: "receive-locally.mjs", notRun: "" },
  { name: "Python", tool: "python3", file: "receive_locally.py", notRun: pythonNotRun },
];

async function start(tool: string, file: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(tool, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: "0", WEBHOOK_SECRET: secret, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const port = Number(/^listening on port (\d+)$/.exec(await nextLine())?.[1]);
  return { port, nextLine };
}

describe.each(samples)("the local receiver in $name", ({ tool, file, notRun }) => {
  test.skipIf(notRun)(`${notRun}takes what the service sends, and only that`, async () => {
    const { port, nextLine } = await start(tool, file);
    for (const host of ["localhost", "127.0.0.1"]) {
      const url = `https://${host}:${port}/`;
      const genuine = newDelivery({ url, counterName: "Café 🎪" });
      expect(await send(genuine)).toBe(204);
      expect(await nextLine()).toBe(JSON.parse(genuine.body).id);
      expect(await send(newDelivery({ url, secret: "whsec_other" }))).toBe(400);
      expect(await nextLine()).toBe("not verified");
    }
  });

  test.skipIf(notRun)(`${notRun}outlives a silent client and one that breaks off`, async () => {
    const { port } = await start(tool, file);
    const silent = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void silent.destroy());
    await once(silent, "connect");
    const leaving = connect(port, "127.0.0.1", () => leaving.resetAndDestroy());
    await once(
      leaving.on("error", () => {}),
      "close",
    );
    expect(await send(newDelivery({ url: `https://localhost:${port}/` }))).toBe(204);
  });
});

test("the certificate is good for [::1] too", async () => {
  const { port } = await start(process.execPath, "receive-locally.mjs", { HOST: "::1" });
  expect(await send(newDelivery({ url: `https://[::1]:${port}/` }))).toBe(204);
});
