// @module-tag all
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CountEvent } from "counting-client";
import { expect, onTestFinished, test } from "vitest";
import { ModelCounter, ModelService, webhookOf } from "./catch-up/model-service.ts";
import { readmeSamples } from "./readme-samples.ts";

const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";

/** The read API of a service, under the path that the service prints. */
async function serve(service: ModelService): Promise<string> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const [, id = "", isHistory] = /\/counters\/([^/]+)(\/history)?$/.exec(pathname) ?? [];
    const page = {
      beforeEventId: Number(searchParams.get("beforeEventId")),
      limit: Number(searchParams.get("limit")),
    };
    const read = async () => {
      if (id === "") return { counters: await service.client.counters() };
      return isHistory ? service.client.historyPage(id, page) : service.client.counter(id);
    };
    response.end(JSON.stringify(await read()));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

/** The receiver of the README, which can be killed and started again. */
async function mortalReceiver(apiUrl: string) {
  const folder = readmeSamples();
  const env = { PORT: "0", GRACE_SECONDS: "1", API_KEY: "x", API_URL: apiUrl };
  let child: ChildProcess | undefined;
  let url = "";
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  const post = async (body: string, signedBody = body) => {
    const seconds = Math.floor(Date.now() / 1_000);
    const hex = createHmac("sha256", secret).update(`${seconds}.${signedBody}`).digest("hex");
    const headers = { "x-service-signature": `t=${seconds},v1=${hex}` };
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  return {
    kill,
    async start(): Promise<void> {
      child = spawn(process.execPath, ["receiver.mjs"], {
        cwd: folder,
        env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, ...env },
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [line] = await once(child.stdout as NodeJS.ReadableStream, "data");
      url = `http://127.0.0.1:${/^listening on port (\d+)$/m.exec(String(line))?.[1]}`;
    },
    post,
    deliver: (event: CountEvent) => post(JSON.stringify(webhookOf(event))),
    get: async () => (await fetch(url)).status,
    database: () => new DatabaseSync(join(folder, "books.db")),
  };
}

test("the README's receiver has every count once and in order, although it is killed and deliveries are lost", async () => {
  const service = new ModelService();
  const counter = service.counter("ctr_a");
  const receiver = await mortalReceiver(await serve(service));
  using database = receiver.database();
  for (let life = 0; life < 5; life += 1) {
    await receiver.start();
    const events = Array.from({ length: 6 }, () => counter.tap(1));
    const [first, , third, fourth, fifth, sixth] = events as [CountEvent, ...CountEvent[]];
    const statuses = await Promise.all([receiver.deliver(first), receiver.deliver(first)]);
    for (const event of [fifth, third, third])
      statuses.push(await receiver.deliver(event as never));
    expect(statuses).toEqual([204, 204, 204, 204, 204]);
    // The second and the sixth one are lost, and the fourth one meets the end of the process.
    expect(sixth?.lastEventId).toBe(counter.lastEventId);
    const last = receiver.deliver(fourth as never).catch(() => 0);
    await receiver.kill();
    await last;
  }
  await receiver.start();
  const query = "SELECT number, total FROM counts WHERE counter_id = 'ctr_a' ORDER BY entry";
  const books = () => database.prepare(query).all();
  await expect.poll(() => books().length, { timeout: 10_000 }).toBe(30);
  expect(books().map(({ number, total }) => [number, total])).toEqual(
    counter.events.map(({ lastEventId, count }) => [lastEventId, count]),
  );
});

test("the README's receiver acknowledges only what is genuine, whole and stored", async () => {
  const receiver = await mortalReceiver(await serve(new ModelService()));
  await receiver.start();
  // The service does not list the counter, so only its delivery can be in the books.
  const body = JSON.stringify(webhookOf(new ModelCounter("ctr_a").tap(1)));
  expect(await receiver.get()).toBe(405);
  expect(await receiver.post(`${body} `, body)).toBe(400);
  const large = " ".repeat(262_144) + body;
  // The connection can end while the sender still writes.
  expect([413, 0]).toContain(await receiver.post(large).catch(() => 0));
  using database = receiver.database();
  database.exec("PRAGMA busy_timeout = 5000; ALTER TABLE counts RENAME TO elsewhere");
  expect(await receiver.post(body)).toBe(500);
  database.exec("ALTER TABLE elsewhere RENAME TO counts");
  expect(await receiver.post(body)).toBe(204);
  expect(database.prepare("SELECT COUNT(*) AS entries FROM counts").get()).toEqual({ entries: 1 });
});
