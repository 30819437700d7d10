import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notRunWithout } from "../not-run.ts";

const client = resolve(import.meta.dirname, "..", "..", "packages", "client-python");
const readme = readFileSync(join(client, "README.md"), "utf8");
const [, program = ""] = /^```python\n(# receiver\.py\n[\s\S]*?)^```$/m.exec(readme) ?? [];
const notRun = notRunWithout("python3", "The receiver in Python");
const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";

const event = JSON.stringify({
  id: "counter.increment:ctr_a:1",
  ...{ type: "counter.increment", createdAt: "2026-11-25T12:00:00.000Z" },
  data: {
    organizationId: "org_a",
    counterId: "ctr_a",
    counterName: "A",
    previousCount: 0,
    count: 1,
    delta: 1,
    lastEventId: 1,
  },
});

describe.skipIf(notRun)(`${notRun}the receiver of the Python client's page`, () => {
  const folder = mkdtempSync(join(tmpdir(), "python-receiver-"));
  const end: (() => Promise<unknown>)[] = [];
  let port = 0;

  beforeAll(async () => {
    writeFileSync(join(folder, "receiver.py"), program);
    const service = { API_URL: "http://127.0.0.1:1", API_KEY: "x", WEBHOOK_SECRET: secret };
    const env = { PATH: process.env.PATH, PYTHONPATH: client, PORT: "0", ...service };
    const stdio = ["ignore", "pipe", "ignore"] as const;
    const child = spawn("python3", ["-B", "receiver.py"], { cwd: folder, env, stdio: [...stdio] });
    end.push(() => {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      return exited;
    });
    const [line] = await once(child.stdout as NodeJS.ReadableStream, "data");
    port = Number(/^listening on port (\d+)$/m.exec(String(line))?.[1]);
  });

  afterAll(async () => {
    for (const close of end) await close();
    rmSync(folder, { recursive: true });
  });

  /** The status of the response to a request that its sender never ends. */
  async function statusOf(length: string, body = ""): Promise<string | undefined> {
    const seconds = Math.floor(Date.now() / 1_000);
    const hex = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    const socket = connect(port, "127.0.0.1");
    const head = `POST / HTTP/1.1\r\nHost: a\r\n${length}X-Service-Signature: t=${seconds},v1=${hex}\r\n\r\n`;
    socket.write(head + body);
    socket.setTimeout(5_000, () => socket.destroy());
    const response = await text(socket).catch(() => "");
    return /^HTTP\/1\.\d (\d+)/.exec(response)?.[1];
  }

  test("acknowledges a genuine delivery", async () => {
    expect(await statusOf(`Content-Length: ${event.length}\r\n`, event)).toBe("204");
  });

  test.each([
    ...["-1", "abc", "1_0", "+5", "\u00B2", "262145", ""].map((length) => [length, length]),
    ["9999… (5,000 digits)", "9".repeat(5_000)],
  ])("refuses a body of the length %j without reading it", async (_, length) => {
    expect(await statusOf(`Content-Length: ${length}\r\n`, event)).toBe("400");
  });

  test("refuses a body without a length", async () => {
    expect(await statusOf("", event)).toBe("400");
  });
});
