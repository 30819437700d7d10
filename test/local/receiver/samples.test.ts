import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { signature } from "../../../core/webhooks/signed-request.ts";
import { notRunWithout } from "../../not-run.ts";
import { alert, event, type SignedCase, secret, signedCases } from "./signed-cases.ts";
import { samplesFolder } from "./webhook-guide.ts";

const { folder, remove } = samplesFolder();
afterAll(remove);

function run(tool: string, words: string[], options: { input?: string; secret?: string } = {}) {
  const { input = "", secret = "" } = options;
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret };
  const ran = spawnSync(tool, words, { cwd: folder, input, env, timeout: 20_000 });
  if (ran.error) throw ran.error;
  return { status: ran.status, stdout: String(ran.stdout), stderr: String(ran.stderr) };
}

/** Runs a program that reads all cases and writes what it thinks of each. */
function judged(tool: string, words: string[]): boolean[] {
  const { status, stdout, stderr } = run(tool, words, { input: JSON.stringify(signedCases()) });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Judges every case with a function of (case, raw body), given as JavaScript. */
function judgedByNode(imported: string, judge: string): boolean[] {
  const program = `${imported}
    import { readFileSync } from "node:fs";
    const judge = ${judge};
    const cases = JSON.parse(readFileSync(0, "utf8"));
    console.log(JSON.stringify(cases.map((each) => judge(each, Buffer.from(each.body, "utf8")))));`;
  return judged(process.execPath, ["--input-type=module", "--eval", program]);
}

const python = `
import json, sys
from verify_webhook import verify_webhook
judge = lambda c: verify_webhook(c["secret"], c["header"], c["body"].encode("utf-8"))
print(json.dumps([judge(c) for c in json.load(sys.stdin.buffer)]))
`;

function judgedByOpenssl(): boolean[] {
  return signedCases().map(({ body, secret, header }, at) => {
    const file = join(folder, `body-${at}.json`);
    writeFileSync(file, body);
    const { status, stdout } = run("sh", ["verify-webhook.sh", file, header ?? ""], { secret });
    expect(stdout).toMatch(
      status === 0 ? /^valid, signed \d+ seconds ago\n$/ : /^(not )?valid[:,]/,
    );
    return status === 0;
  });
}

const withStripe = `({ secret, header }, rawBody) => {
  try { return verifiedEvent({ secret, header, rawBody }) !== undefined; } catch { return false; }
}`;

// The sample for Node.js verifies in the sample server below.
const verifiers: {
  name: string;
  tool?: "python3" | "openssl";
  judge(): boolean[];
  takesAhead?: true;
}[] = [
  {
    name: "the stripe package",
    judge: () =>
      judgedByNode('import { verifiedEvent } from "./verify-with-stripe.mjs";', withStripe),
    takesAhead: true,
  },
  {
    name: "Python",
    tool: "python3",
    judge: () => judged("python3", ["-c", python]),
  },
  {
    name: "openssl",
    tool: "openssl",
    judge: judgedByOpenssl,
  },
];

describe.each(verifiers)("the sample for $name", ({ name, tool, judge, takesAhead = false }) => {
  const notRun = tool === undefined ? "" : notRunWithout(tool, `The sample for ${name}`);

  test.skipIf(notRun)(`${notRun}takes only what is genuine`, () => {
    const verdicts = judge();
    const said = signedCases().map(({ name }, at) => [name, verdicts[at]]);
    const due = ({ genuine, ahead = false }: SignedCase) => genuine || (ahead && takesAhead);
    expect(said).toEqual(signedCases().map((each) => [each.name, due(each)]));
  });
});

describe("the sample server", () => {
  async function startSample(secrets: NodeJS.ProcessEnv = { WEBHOOK_SECRET: secret }) {
    const child = spawn(process.execPath, ["receive-webhooks.mjs"], {
      cwd: folder,
      env: { PORT: "0", ...secrets },
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const nextLine = async () => String((await lines.next()).value);
    const url = `http://127.0.0.1:${/^listening on port (\d+)$/.exec(await nextLine())?.[1]}/`;
    const post = async (header: string | null, body: string) => {
      const headers = header === null ? {} : { "X-Service-Signature": header };
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    return { post, nextLine };
  }

  const signed = (sent: object) => {
    const body = JSON.stringify(sent);
    return [signature({ secret, timestamp: Math.floor(Date.now() / 1_000), body }), body] as const;
  };
  const signedEvent = (counterName: string, count: number) => signed(event(counterName, count));

  test("acknowledges what is genuine and refuses all else", async () => {
    const { post } = await startSample();
    for (const each of signedCases().filter((each) => each.secret === secret))
      expect(await post(each.header, each.body), each.name).toBe(each.genuine ? 204 : 400);
  });

  test("accepts both secrets while one is replaced", async () => {
    const [header, body] = signedEvent("Gate", 1);
    const old = { WEBHOOK_SECRET: secret.replace("c2ln", "b2xk") };
    const both = await startSample({ ...old, WEBHOOK_NEXT_SECRET: secret });
    expect(await both.post(header, body)).toBe(204);
    expect(await (await startSample(old)).post(header, body)).toBe(400);
  });

  test("works once on an event that comes twice", async () => {
    const { post, nextLine } = await startSample();
    for (const count of [1, 1, 2, 1, 2, 3])
      expect(await post(...signedEvent("Gate 🎪", count))).toBe(204);
    for (const count of [1, 2, 3])
      expect(await nextLine()).toBe(`counter.increment: Gate 🎪 is at ${count}`);
  });

  test("works once on each of two alerts that share the event id", async () => {
    const { post, nextLine } = await startSample();
    const hall = alert({ groupName: "Hall", level: 90 });
    const counter = { scope: "counter", groupId: null, groupName: null } as const;
    const gate = alert({ ...counter, alertId: "alt_2", counterName: "Gate", level: 12 });
    expect(gate.id).toBe(hall.id);
    for (const each of [hall, gate, hall, gate]) expect(await post(...signed(each))).toBe(204);
    expect(await post(...signedEvent("Gate", 13))).toBe(204);
    expect([await nextLine(), await nextLine(), await nextLine()]).toEqual([
      "threshold.alert.fired: Hall is at 90",
      "threshold.alert.fired: Gate is at 12",
      "counter.increment: Gate is at 13",
    ]);
  });

  test("refuses a huge body and goes on", async () => {
    const { post, nextLine } = await startSample();
    const [header] = signedEvent("Gate", 1);
    // The sender may not get to the answer while it is still sending.
    expect(await post(header, "x".repeat(9_000_000)).catch(() => "broken off")).not.toBe(204);
    expect(await post(...signedEvent("Gate", 2))).toBe(204);
    expect(await nextLine()).toBe("counter.increment: Gate is at 2");
  });

  test("takes an event that is not JSON for its own failure", async () => {
    const { post } = await startSample();
    const timestamp = Math.floor(Date.now() / 1_000);
    expect(await post(signature({ secret, timestamp, body: "{" }), "{")).toBe(500);
    expect(await post(...signedEvent("Gate", 2))).toBe(204);
  });
});
