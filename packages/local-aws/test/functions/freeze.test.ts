import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fixture, startFixture } from "../start-fixture.ts";

// On AWS the environment is frozen once the function has responded.

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
}, 30_000);
afterAll(() => fixture.close());

/** Invokes the function that leaves something pending, and returns what the runtime says of it. */
async function leaving(
  leave: string,
  url = `${fixture.runtime.outputs.ApiUrl}/items/a`,
): Promise<{ id: string; pending: string[] }> {
  const id = `left-${leave}`;
  const pool = fixture.runtime.functions.get("leave-pending");
  const result = await pool?.invoke({ leave, id, url });
  const reported = fixture.events.filter((event) => event.kind === "work-pending");
  const pending = reported.find(({ requestId }) => requestId === result?.requestId)?.pending;
  return { id, pending: pending ?? [] };
}

async function written(id: string): Promise<string | undefined> {
  const { Item } = await fixture.clients.dynamodb.getItem({
    TableName: "seen",
    Key: { id: { S: id } },
  });
  return Item?.what?.S;
}

test.each([
  ["call", "dynamodb:PutItem"],
  ["call after a call", "dynamodb:PutItem"],
  ["failing call", "dynamodb:PutItem"],
  ["throw", "dynamodb:PutItem"],
  ["call of a module's interval", "dynamodb:PutItem"],
  ["fetch", expect.stringMatching(/^GET http:\/\/localhost:\d+$/)],
])("a %s that is not awaited is dropped, and said", async (leave, what) => {
  const { id, pending } = await leaving(leave);
  expect(pending).toContainEqual(what);
  await leaving("slowly");
  expect(await written(id)).not.toBe('"left"');
});

test.each(["later call", "later fetch"])(
  "a %s is held back as a timer, and then dropped",
  async (leave) => {
    const { id, pending } = await leaving(leave);
    expect(pending).toHaveLength(1);
    await leaving("slowly");
    expect(await written(id)).toBeUndefined();
  },
);

test("a timer does not fire before the next invocation, and is said", async () => {
  expect((await leaving("timer")).pending).toEqual(["Timeout"]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const pool = fixture.runtime.functions.get("leave-pending");
  const thawedMs = Date.now();
  const result = await pool?.invoke({ leave: "slowly" });
  const { timerFiredAt } = JSON.parse(result?.outcome === "succeeded" ? result.payload : "{}");
  expect(timerFiredAt).toBeGreaterThanOrEqual(thawedMs);
});

test.each(["worker", "child process"])("a %s stands still, too", async (leave) => {
  const beats = join(fixture.dataDir, leave);
  await leaving(leave, beats);
  await delay(50);
  const before = readFileSync(beats, "utf8");
  await delay(100);
  expect(readFileSync(beats, "utf8")).toBe(before);
  await leaving("slowly");
  expect(readFileSync(beats, "utf8")).not.toBe(before);
});

test.each(["nothing", "aborted call"])(
  "of an invocation that leaves %s pending, nothing is said",
  async (leave) => {
    expect((await leaving(leave)).pending).toEqual([]);
  },
);
