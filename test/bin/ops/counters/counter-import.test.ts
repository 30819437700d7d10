import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import type { Counter } from "../../../../core/counters/counter.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

let org: string;
beforeEach(async () => {
  org = (await service.createOrganization("pro")).id;
});

describe("counter import", () => {
  test("reads quotes, a byte order mark, CR LF and empty lines, and prints what it made", async () => {
    const { id: group } = await opsOn(service).json("group", "create", "--org", org, "--name", "G");
    const path = await csv(
      `\ufeffname,mode,incrementStep,decrementStep,groupId,goalTarget\r\n"North, ""A""",both,2,3,${group},7.5\r\n\r\nשער 🚪,,,,,\r\n`,
    );
    const made: Counter[] = await opsOn(service).json("counter", "import", path, "--org", org);
    expect(made).toMatchObject([
      { name: 'North, "A"', incrementStep: 2, decrementStep: 3, groupId: group, goalTarget: 7.5 },
      { name: "שער 🚪", mode: "both", incrementStep: 1, groupId: null, goalTarget: null },
    ]);
    expect(sorted(await stored())).toEqual(sorted(made));
  });

  test("reads what can mean two things as its options say", async () => {
    const path = await csv(Buffer.from("Name;Goal\nAcc\xe8s;1.000\n", "latin1"));
    const options = ["--encoding", "windows-1252", "--decimal", ","];
    const made = await opsOn(service).json("counter", "import", path, "--org", org, ...options);
    expect(made).toMatchObject([{ name: "Accès", goalTarget: 1000 }]);
  });

  test("names each bad row by line and field, and writes nothing of the file", async () => {
    const path = await csv('name,mode,goalTarget\r\nok,,\r\n"two\r\nlines",,\r\nx,up,1e3\r\ny\r\n');
    const run = await opsOn(service).run("counter", "import", "--org", org, path, "--json");
    expect({ exitCode: run.exitCode, stdout: run.stdout }).toEqual({ exitCode: 1, stdout: "" });
    const { error, code, details } = JSON.parse(run.stderr);
    expect(details.map((line: string) => line.split(": ")[0])).toEqual([
      "line 3, name",
      "line 5, mode",
      "line 5, goalTarget",
    ]);
    expect(code).toBe("INVALID_INPUT");
    expect(error).toContain("nothing of it was written");
    expect(await stored()).toEqual([]);
  });

  test("names twenty errors and counts the rest", async () => {
    const path = await csv(`name,mode\n${"x,up\n".repeat(1_025)}`);
    const { stderr } = await opsOn(service).run("counter", "import", "--org", org, path);
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(22);
    expect(lines[20]).toBe("and 1,005 more");
    expect(lines[21]).toContain("1,025 errors");
  });

  test.each([
    [
      "letters of an unknown encoding",
      Buffer.from("name\nAcc\xe8s\n", "latin1"),
      /^--encoding windows-1252 reads Accès\n.*\n.*say it with --encoding/,
    ],
    [
      "a number that can be two",
      "name;goalTarget\nA;1.000\n",
      /^--decimal \. reads 1\n--decimal , reads 1000\n.*“1\.000” \(line 2, goalTarget\).*--decimal/,
    ],
    ["an empty file", "", /^line 1: the file is empty/],
  ])("refuses %s", async (_case, content, reason) => {
    const run = await opsOn(service).run("counter", "import", "--org", org, await csv(content));
    expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(reason) });
    expect(await stored()).toEqual([]);
  });

  test("refuses a path that names no file, and an organization that does not exist", async () => {
    const nowhere = "org_00000000000000000000";
    const [missing, folder, orphan] = await Promise.all([
      opsOn(service).run("counter", "import", "--org", org, "/nonexistent.csv"),
      opsOn(service).run("counter", "import", "--org", org, service.dataDir),
      opsOn(service).run("counter", "import", "--org", nowhere, await csv("name\nx\n")),
    ]);
    expect(missing).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/does not exist/) });
    expect(folder).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/cannot be read/) });
    expect(orphan).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/no organization/) });
  });

  test("the same file again creates nothing and changes nothing", async () => {
    const path = await csv(`name\n${numbered(150)}`);
    const first = await opsOn(service).run("counter", "import", "--org", org, path);
    expect(first.stdout).toBe("150 counters created, 0 existed already.\n");
    const before = await stored();
    const second = await opsOn(service).run("counter", "import", "--org", org, path);
    expect(second.stdout).toBe("0 counters created, 150 existed already.\n");
    expect(await stored()).toEqual(before);
    expect(await service.stores.organizations.get(org)).toMatchObject({ counterCount: 150 });
  });

  test("the same file again neither restores nor doubles a counter that was archived", async () => {
    const ops = opsOn(service);
    const path = await csv("name\nNorth\nSouth\n");
    const [north]: Counter[] = await ops.json("counter", "import", path, "--org", org);
    const archive = ["counter", "archive", "--org", org, north?.id ?? ""];
    const { hiddenEmbeds: _, ...archived } = await ops.json(...archive);
    const again = await ops.run("counter", "import", path, "--org", org);
    expect(again).toEqual({
      exitCode: 0,
      stdout: "0 counters created, 2 existed already.\n",
      stderr: "1 of the file's counters is archived, and stays so\n",
    });
    expect((await stored()).map(({ name }) => name)).toEqual(["South"]);
    expect(await ops.json("counter", "list", "--org", org, "--archived")).toEqual([archived]);
    expect(await service.stores.organizations.get(org)).toMatchObject({ counterCount: 2 });
  });

  test("names the new counters whose name exists, or occurs twice in the file", async () => {
    const ops = opsOn(service);
    await ops.run("counter", "create", "--org", org, "--name", "North");
    const path = await csv("name\nNorth\nSouth\nSouth\n");
    expect(await ops.run("counter", "import", path, "--org", org)).toEqual({
      exitCode: 0,
      stdout: "3 counters created, 0 existed already.\n",
      stderr: "2 new counters have the name of another: line 2 (North), line 4 (South)\n",
    });
    expect(await ops.run("counter", "import", path, "--org", org)).toMatchObject({ stderr: "" });
  });

  test("skips or updates rows whose name exists, as --existing says", async () => {
    const ops = opsOn(service);
    await ops.run("counter", "create", "--org", org, "--name", "North", "--goal", "10");
    const path = await csv("Name,Goal,Taps\nNorth,50,\nSouth,60,Only up\n");
    const importing = ["counter", "import", path, "--org", org, "--existing"];
    expect(await ops.run(...importing, "skip")).toMatchObject({
      stdout: "1 counter created, 0 existed already, 1 skipped.\n",
    });
    expect(await ops.run(...importing, "update")).toMatchObject({
      stdout: "0 counters created, 1 updated, 1 existed already.\n",
    });
    const counters = (await stored()).toSorted((a, b) => a.name.localeCompare(b.name));
    expect(counters).toMatchObject([
      { name: "North", goalTarget: 50, mode: "both" },
      { name: "South", goalTarget: 60, mode: "increment-only" },
    ]);
    const again: Counter[] = await ops.json(...importing, "update");
    expect(again.map(({ id }) => id)).toEqual(counters.map(({ id }) => id));
  });

  test("marks them with --json", async () => {
    const path = await csv("name\nNorth\nNorth\n");
    const made: object[] = await opsOn(service).json("counter", "import", path, "--org", org);
    expect(made.map((counter) => "sharesName" in counter)).toEqual([false, true]);
  });

  test("Ctrl-C stops between two transactions and says how to go on", async () => {
    const path = await csv(`name\n${numbered(8_000)}`);
    const run = opsOn(service).start("counter", "import", "--org", org, path);
    await counterCount((count) => count > 0);
    run.kill("SIGINT");
    const { exitCode, stderr } = await run.finished;
    const made = (await stored()).length.toLocaleString("en");
    expect(exitCode).toBe(130);
    expect(stderr).toContain(`${made} of 8,000 counters were created; run the same command again`);
  });

  test("a file that exceeds the limit writes nothing", async () => {
    await service.setCounterCount(org, 9_999);
    const args = ["counter", "import", "--org", org, await csv("name\nA\nB\n")];
    const reason = /room for 1 more counter .* 2 would be added/;
    expect(await opsOn(service).run(...args)).toMatchObject({
      ...{ exitCode: 1, stderr: expect.stringMatching(reason) },
    });
    expect(await stored()).toEqual([]);
  });

  test("that runs twice while its counters are archived makes each counter once", async () => {
    const rows = 120;
    const path = await csv(
      `name\n${Array.from({ length: rows }, (_, row) => `G${row}\n`).join("")}`,
    );
    const args = ["counter", "import", path, "--org", org];
    let running = true;
    const imports = Promise.all([1, 2].map(() => opsOn(service).json(...args))).finally(() => {
      running = false;
    });
    const archived = new Set<string>();
    while (running || archived.size < 10) {
      const made = (await stored()).find(({ id }) => !archived.has(id));
      if (made === undefined) continue;
      await opsOn(service).json("counter", "archive", made.id, "--org", org);
      archived.add(made.id);
    }
    await imports;
    const again: { id: string; archivedAt?: string }[] = await opsOn(service).json(...args);
    expect(new Set(again.map(({ id }) => id)).size).toBe(rows);
    const shown = again.filter(({ archivedAt }) => archivedAt !== undefined);
    expect(new Set(shown.map(({ id }) => id))).toEqual(archived);
    const record = await service.stores.organizations.get(org);
    expect(record?.counterCount).toBe(rows);
  });
});

async function counterCount(enough: (count: number) => boolean): Promise<void> {
  while (!enough((await service.stores.organizations.get(org))?.counterCount ?? 0)) await delay(2);
}

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `Gate ${index + 1}\n`).join("");
}

async function csv(content: string | Buffer): Promise<string> {
  const path = join(service.dataDir, `${randomBase62(10)}.csv`);
  await writeFile(path, content);
  return path;
}

function stored(): Promise<Counter[]> {
  return service.stores.counters.list(org);
}

function sorted(counters: Counter[]): Counter[] {
  return counters.toSorted((a, b) => a.id.localeCompare(b.id));
}
