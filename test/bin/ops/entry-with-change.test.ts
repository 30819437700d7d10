// @module-tag all
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditEntry } from "../../../core/audit/audit-entry.ts";
import { deaths, mortalProxy } from "../../adapters/mortal-proxy.ts";
import { newGroup, putMember, setTotal } from "../../system/group-service.ts";
import * as service from "../../system/service.ts";
import { services } from "../../system/service.ts";
import { opsOn, writeRuntime } from "./run-ops.ts";

// The command line dies at each of its writes, and the operator runs it again. What is one write is
// one with its entry, whoever makes it: test/system/console/counters/entry-with-change.test.ts.

let proxy: Awaited<ReturnType<typeof mortalProxy>>;
let mortal: ReturnType<typeof opsOn>;
let folder: string;
let organization: Awaited<ReturnType<typeof service.createOrganization>>;
let org: string[];

beforeAll(async () => {
  proxy = await mortalProxy();
  folder = await mkdtemp(join(tmpdir(), "mortal-"));
  const dataDir = join(folder, "service");
  const endpoints = { ...services, dynamodb: proxy.endpoint };
  await writeRuntime(dataDir, { pid: process.pid, outputs: service.outputs, endpoints });
  mortal = opsOn({ dataDir });
});

afterAll(async () => {
  await proxy.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  organization = await service.createOrganization("enterprise");
  org = ["--org", organization.id];
});

/** The entries of an action, oldest first. */
async function entriesOf(action: string): Promise<AuditEntry[]> {
  const query = { organizationId: organization.id, action, limit: 100 };
  return (await service.stores.auditLog.list(query)).entries.toReversed();
}

async function counter(settings: Parameters<typeof service.createCounter>[1] = {}) {
  return await service.createCounter(organization, settings);
}

describe.each(deaths)("a command that %s", (_, death) => {
  /** Runs a command until a run is through, or finds nothing left to do. */
  async function untilDone(...words: string[]) {
    return await proxy.untilOneSurvives(death, async () => {
      const { exitCode, stderr } = await mortal.run(...words, ...org);
      return exitCode === 0 || /has no (group|embed) with the id/.test(stderr);
    });
  }

  test("says of a group that is emptied and deleted how many counters each run took out", async () => {
    const { id } = await newGroup(organization);
    for (const name of ["A", "B", "C"]) await counter({ name, groupId: id });
    await untilDone("group", "delete", id, "--ungroup");
    const entries = await entriesOf("group.delete");
    const taken = entries.map(({ before, after }) => Number(after?.ungrouped ?? before?.counters));
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(entries.filter(({ after }) => after === null)).toHaveLength(1);
  });

  test("says of a group that is reset how many counters each run has set", async () => {
    const { id: groupId } = await newGroup(organization);
    for (const name of ["A", "B", "C"]) await service.tapOnce(await counter({ name, groupId }));
    await untilDone("group", "reset", groupId);
    const entries = await entriesOf("group.reset");
    expect(entries.reduce((sum, { after }) => sum + Number(after?.adjusted), 0)).toBe(3);
  });

  test("says of a recount what each run has corrected", async () => {
    const hall = await newGroup(organization);
    for (let index = 0; index < 60; index += 1) {
      await putMember(hall, {
        counterId: `ctr_${String(index).padStart(20, "0")}`,
        count: 1,
        lastEventId: 1,
      });
    }
    await setTotal(hall, 100n);
    await untilDone("data", "repair", "--group", hall.id);
    const entries = await entriesOf("data.repair");
    expect(entries.reduce((sum, { after }) => sum + Number(after?.orphaned), 0)).toBe(60);
    const corrected = entries.map(
      ({ before, after }) => Number(after?.total) - Number(before?.total),
    );
    expect(corrected.reduce((sum, difference) => sum + difference, 0)).toBe(-100);
  });

  test("says of charts how many counters each run has rebuilt", async () => {
    for (const name of ["A", "B"]) await service.tapOnce(await counter({ name }));
    const died = await untilDone("data", "repair");
    const entries = await entriesOf("data.repair");
    const rebuilt = entries.map(({ after }) => Number(after?.counters));
    // Where the entry is not written, nothing is begun.
    expect(rebuilt).toHaveLength(death === "lose the response" ? died + 1 : died);
    expect([rebuilt[0], rebuilt.at(-1)]).toEqual([0, 2]);
    expect(rebuilt).toEqual(rebuilt.toSorted());
  });

  test("says of an import how much each run has created", async () => {
    const rows = Array.from({ length: 150 }, (_, index) => `Gate ${index},Hall ${index % 2}`);
    const file = join(folder, `${organization.id}.csv`);
    await writeFile(file, ["name,groupName", ...rows].join("\n"));
    await untilDone("counter", "import", file, "--create-groups");
    const entries = await entriesOf("counter.import");
    const total = (field: string) =>
      entries.reduce((sum, { after }) => sum + Number(after?.[field]), 0);
    expect([total("created"), total("groups")]).toEqual([150, 2]);
    expect(await entriesOf("group.create")).toHaveLength(2);
  });
});
