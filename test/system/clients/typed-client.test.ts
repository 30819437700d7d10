// @module-tag all
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createCustomer, get, outputs, tapOnce } from "../service.ts";

const folder = resolve("dist", "typed-client");
const binaries = resolve("node_modules", ".bin");

/** A program that compiles only if the generated types are those of the contract. */
const program = `
import { defaults, getCounter, getCounterHistory, listCounters } from "./client.ts";

export async function readAll(baseUrl: string, key: string) {
  defaults.baseUrl = baseUrl;
  const options = { headers: { authorization: "Bearer " + key } };
  const list = await listCounters({}, options);
  if (list.status !== 200) throw new Error("list: " + list.status);
  const [first] = list.data.counters;
  if (first === undefined) throw new Error("no counter");
  const counter = await getCounter(first.id, {}, options);
  if (counter.status !== 200) throw new Error("get: " + counter.status);
  const total: number = counter.data.count;
  const goal: number | null = counter.data.goalTarget;
  const mode: "both" | "increment-only" | "decrement-only" = counter.data.mode;
  const history = await getCounterHistory(first.id, { limit: 1 }, options);
  if (history.status !== 200) throw new Error("history: " + history.status);
  const deltas: number[] = history.data.events.map(({ delta }) => delta);
  const missing = await getCounter("ctr_none", {}, options);
  const message: string = missing.status === 404 ? missing.data.error : "found";
  return { total, goal, mode, deltas, message };
}
`;

test("a typed client generated from the served description compiles and reads the service", async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "openapi.json"), await (await get("/api/v1/openapi.json")).text());
  writeFileSync(join(folder, "program.ts"), program);
  const run = (name: string, ...parameters: string[]) =>
    execFileSync(join(binaries, name), parameters, { cwd: folder, stdio: "pipe" });
  run("oazapfts", "openapi.json", "client.ts");
  const strictly = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck"];
  const asModules = ["--module", "nodenext", "--target", "es2024", "--allowImportingTsExtensions"];
  run("tsc", ...strictly, ...asModules, "--lib", "es2024,dom", "program.ts");

  const { key, counter } = await createCustomer("pro");
  await tapOnce(counter, "up");
  await tapOnce(counter, "down");
  const { readAll } = await import(join(folder, "program.ts"));
  expect(await readAll(outputs.ApiUrl, key)).toEqual({
    total: 0,
    goal: null,
    mode: "both",
    deltas: [-1],
    message: "This organization has no such counter",
  });
});
