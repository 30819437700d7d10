import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { beginDeletion } from "../../../../core/data/deletion.ts";
import { deletionParts } from "../../../../core/data/deletion-parts.ts";
import { exportOrganization } from "../../../../core/data/export-organization.ts";
import {
  type ExportedTable,
  type ExportRule,
  exportedLine,
  exportedWith,
  exportRules,
  notExported,
} from "../../../../core/data/exported-kinds.ts";
import { canonicalText } from "../../../../core/data/stored-item.ts";
import { allTables, fullOrganization } from "../../../system/full-organization.ts";
import { operator } from "../../../system/people-service.ts";
import { type Item, itemsWith } from "../../../system/restored-table.ts";
import * as service from "../../../system/service.ts";
import { createCounter, createOrganization, tapOnce, tapTimes } from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const ops = opsOn(service);
type Line = Record<string, unknown> & { kind: string };

async function newFile(name = "export.jsonl"): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "org-export-")), name);
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line): Line => JSON.parse(line));

/** Every item of every table that has one of these ids. */
async function allItems(ids: string[]): Promise<{ table: string; item: Item }[]> {
  const found: { table: string; item: Item }[] = [];
  for (const table of await allTables()) {
    const items = await itemsWith(table, ...ids);
    found.push(...items.map((item) => ({ table, item })));
  }
  return found;
}

test("everything that a deletion removes is exported, or is named with a reason", async () => {
  const { organization, ids } = await fullOrganization();
  const file = await newFile();
  const before = await allItems(ids);
  const done = await ops.json("org", "export", organization.id, "--out", file);
  const text = await readFile(file, "utf8");
  const lines = linesOf(text);
  await ops.json("org", "delete", organization.id);
  const left = new Set((await allItems(ids)).map(({ table, item }) => table + canonicalText(item)));
  const removed = before.filter(({ table, item }) => !left.has(table + canonicalText(item)));
  const exported = new Set<string>();
  for (const { table, item } of removed) {
    if (table in notExported) continue;
    expect(Object.keys(exportRules)).toContain(table);
    const rule: ExportRule = exportRules[table as ExportedTable];
    const line = exportedLine(table as ExportedTable, item);
    if (line === undefined) {
      expect(rule.whyNot?.(item)).toMatch(/\w/);
      continue;
    }
    // A retry may have been made before it was read.
    const { kind, id, eventId } = line;
    expect(lines).toContainEqual(
      table === "Deliveries" ? expect.objectContaining({ kind, id, eventId }) : line,
    );
    exported.add(table);
    const known = ["organizationId", ...Object.keys(rule.fields), ...Object.keys(rule.leftOut)];
    const unknown = Object.keys(item).filter((name) => !known.includes(name));
    // A new attribute must be exported, or left out with a reason.
    expect([table, unknown]).toEqual([table, []]);
  }
  // The log stays after a deletion; all else that is exported was removed.
  const expected = Object.keys(exportRules).filter((table) => table !== "AuditEntries");
  expect([...exported].toSorted()).toEqual(expected.toSorted());
  expect(deletionParts.flatMap((part) => exportedWith[part]).toSorted()).toEqual(
    expected
      .filter((table) => !["Organizations", "ApiKeys", "WebhookEndpoints"].includes(table))
      .toSorted(),
  );
  const [first, ...rest] = lines;
  const last = rest.pop();
  expect(first).toMatchObject({
    ...{ kind: "export", format: "counting-organization-export", version: 1 },
    organizationId: organization.id,
  });
  const deliveryIds = lines.filter(({ kind }) => kind === "delivery").map(({ id }) => id);
  // As in the header of a webhook and in `delivery list`.
  expect(deliveryIds).toEqual(deliveryIds.map(() => expect.stringMatching(/^dlv_\w{48}$/)));
  const counts: Record<string, number> = {};
  for (const { kind } of rest) counts[kind] = (counts[kind] ?? 0) + 1;
  expect(last).toMatchObject({ kind: "end", counts });
  expect(counts).toMatchObject({ organization: 1, "count-event": 2, delivery: 3, embed: 1 });
  expect(counts["audit-entry"]).toBeGreaterThan(0);
  expect(done).toMatchObject({ id: organization.id, file, lines: rest.length, counts });
});

test("no secret, hash or token is in it, and only its owner may read the file", async () => {
  const { organization, ids, key, receiver, embed, gate } = await fullOrganization();
  const file = await newFile();
  await ops.json("org", "export", organization.id, "--out", file);
  const text = await readFile(file, "utf8");
  const secrets = [key, receiver.secret, embed, gate.token, gate.cookie.split("=")[1]];
  for (const { item } of await allItems(ids)) {
    const { keyHash, secretHash, next, channels = [], ...endpoint } = unmarshall(item);
    for (const { sealedSecret, wrappedKey } of [endpoint, ...channels]) {
      secrets.push(sealedSecret, wrappedKey);
    }
    secrets.push(...[keyHash, secretHash, next?.fencingToken]);
  }
  const given = secrets.filter((secret) => typeof secret === "string");
  expect(given.length).toBeGreaterThan(10);
  for (const secret of given) expect(text).not.toContain(secret);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("any text comes through, and each line is one for every program", async () => {
  const name = "Müseum 𝒜🐙 قاعة‏ \u2060 \u{10ffff}";
  const organization = await createOrganization("free");
  const counter = await createCounter(organization, { name });
  const metadata = { 𝒦: '\u2028\u2029\n"\u202e\u0000\u{1f3db}', "2": [1.5, null], "1": {} };
  await tapOnce(counter, "up", { metadata });
  await tapOnce(counter, "down");
  const { stdout, exitCode } = await ops.run("org", "export", organization.id);
  expect(exitCode).toBe(0);
  const lines = linesOf(stdout);
  expect(lines.find(({ kind }) => kind === "counter")).toMatchObject({ id: counter.id, name });
  expect(lines.filter(({ kind }) => kind === "count-event")).toEqual([
    expect.objectContaining({ counterId: counter.id, counterName: name, delta: 1, metadata }),
    expect.objectContaining({ lastEventId: 2, delta: -1, count: 0, metadata: null }),
  ]);
  let read = 0;
  // Takes U+2028 for the end of a line.
  for await (const _ of createInterface({ input: Readable.from([stdout]) })) read += 1;
  expect(read).toBe(lines.length);
  expect(stdout).not.toMatch(/[\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
});

test("a file that exists is not replaced, and one that cannot be made is named", async () => {
  const organization = await createOrganization("free");
  const file = await newFile();
  await writeFile(file, "mine");
  const refused = await ops.run("org", "export", organization.id, "--out", file);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("exists") });
  expect(await readFile(file, "utf8")).toBe("mine");
  const nowhere = await ops.run("org", "export", organization.id, "--out", `${file}/no/x.jsonl`);
  expect(nowhere).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("ENOTDIR") });
  const folder = `${file}-folder`;
  const lacking = await ops.run("org", "export", organization.id, "--out", `${folder}/x.jsonl`);
  expect(lacking).toMatchObject({
    exitCode: 1,
    stderr: `error: there is no folder ${folder}; create it first\n`,
  });
});

test.each([
  ["named pipe", (path: string) => void execFileSync("mkfifo", [path])],
  ["link to nothing", (path: string) => symlink(join(path, "..", "nothing"), path)],
  ["folder", async (path: string) => void (await mkdir(path))],
])("a %s of this name exists, too, and is left", async (_, make) => {
  const { id } = await createOrganization("free");
  const file = await newFile();
  await make(file);
  expect(await ops.run("org", "export", id, "--out", file)).toMatchObject({
    ...{ exitCode: 1, stderr: expect.stringContaining("exists; give another name") },
  });
  expect(await readdir(join(file, ".."))).toEqual([basename(file)]);
});

test("--json alone is refused: stdout is lines", async () => {
  expect(await ops.run("org", "export", "org_0", "--json")).toMatchObject({ exitCode: 2 });
});

test("an organization that is deleted meanwhile has no last line", async () => {
  const organization = await createOrganization("free");
  await createCounter(organization);
  const lines = exportOrganization(service.stores.exports, organization.id);
  expect((await lines.next()).value).toMatchObject({ kind: "export" });
  await beginDeletion(service.stores, { organizationId: organization.id }, operator);
  const kinds: string[] = [];
  const rest = async () => {
    for await (const { kind } of lines) kinds.push(kind);
  };
  await expect(rest()).rejects.toThrow(organization.id);
  expect(kinds).not.toContain("end");
});

test("a run that is interrupted leaves no file", async () => {
  const organization = await createOrganization("free");
  const counter = await createCounter(organization);
  await tapTimes(counter, 50);
  const file = await newFile();
  const { kill, finished } = ops.start("org", "export", organization.id, "--out", file);
  const parts = async () => await readdir(join(file, ".."));
  await expect.poll(parts, { timeout: 30_000, interval: 1 }).not.toEqual([]);
  kill("SIGINT");
  const { exitCode } = await finished;
  // It may have been whole before the signal came; then the file is, too.
  if (exitCode === 0) expect(linesOf(await readFile(file, "utf8")).at(-1)?.kind).toBe("end");
  else expect([exitCode, await parts()]).toEqual([130, []]);
});
