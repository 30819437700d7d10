import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, test } from "vitest";
import { addDays, dayOf } from "../../../../core/calendar.ts";
import { keyHash } from "../../../../core/keys/key-text.ts";
import { Organization } from "../../../../core/organizations/organization.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

describe("org", () => {
  test("create prints every field of the organization; list and show print the same", async () => {
    const ops = opsOn(service);
    const created = await ops.json("org", "create", "--name", "City Museum", "--plan", "pro");
    expect(Organization.strict().parse(created)).toMatchObject({
      name: "City Museum",
      plan: "pro",
    });
    const [list, shown] = await Promise.all([
      ops.json("org", "list"),
      ops.json("org", "show", created.id),
    ]);
    expect(list).toContainEqual(created);
    expect(shown).toEqual(created);
  });

  test("rename changes the name, and keeps id, plan and keys", async () => {
    const ops = opsOn(service);
    const created = await ops.json("org", "create", "--name", "Old", "--plan", "pro");
    await ops.json("key", "create", "--org", created.id, "--name", "k");
    const renamed = await ops.json("org", "rename", created.id, "שם 🏛");
    expect(renamed).toEqual({ ...created, name: "שם 🏛" });
    expect(await ops.json("org", "show", created.id)).toEqual(renamed);
    expect(await ops.json("key", "list", "--org", created.id)).toHaveLength(1);
    expect(await ops.run("org", "rename", created.id, " x")).toMatchObject({ exitCode: 2 });
  });

  test("set-time-zone changes the zone, spelled as the database has it, and says what stays", async () => {
    const ops = opsOn(service);
    const zoned = ["--name", "Museum", "--plan", "pro", "--time-zone", "europe/paris"];
    const created = await ops.json("org", "create", ...zoned);
    expect(created).toMatchObject({ timeZone: "Europe/Paris" });
    const args = ["org", "set-time-zone", created.id, "Europe/Berlin"];
    const { stdout } = await ops.run(...args);
    expect(stdout).toContain(`data repair --org ${created.id}`);
    expect(await ops.json("org", "show", created.id)).toEqual({
      ...created,
      timeZone: "Europe/Berlin",
    });
    const { entries } = await ops.json("audit", "list", "--org", created.id);
    expect(entries[0]).toMatchObject({
      action: "org.set-time-zone",
      before: { timeZone: "Europe/Paris" },
      after: { timeZone: "Europe/Berlin" },
    });
    const unknown = await ops.run("org", "set-time-zone", created.id, "Berlin");
    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IANA") });
  });

  test("set-day-start changes the time from the next day on, and says from when", async () => {
    const ops = opsOn(service);
    const created = await ops.json("org", "create", "--name", "Club", "--plan", "pro");
    const args = ["org", "set-day-start", created.id, "06:30"];
    const changed = await ops.json(...args);
    const from = addDays(dayOf(created, Date.now()).date, 1);
    expect(changed).toEqual({ ...created, dayStarts: [{ from, at: "06:30" }] });
    expect((await ops.run(...args)).stdout).toContain(`Days start at 06:30, first on ${from}.`);
    const { entries } = await ops.json("audit", "list", "--org", created.id);
    expect(entries[0]).toMatchObject({ action: "org.set-day-start", after: { dayStart: "06:30" } });
    const unknown = await ops.run("org", "set-day-start", created.id, "6:30");
    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("quarter-hour") });
  });

  test("set-language changes the language of embeds and screens, to one of eight", async () => {
    const ops = opsOn(service);
    const created = await ops.json("org", "create", "--name", "Museo", "--plan", "pro");
    const changed = await ops.json("org", "set-language", created.id, "es");
    expect(changed).toEqual({ ...created, language: "es" });
    expect(await ops.json("org", "show", created.id)).toEqual(changed);
    const { entries } = await ops.json("audit", "list", "--org", created.id);
    expect(entries[0]).toMatchObject({
      action: "org.set-language",
      before: { language: "en" },
      after: { language: "es" },
    });
    const unknown = await ops.run("org", "set-language", created.id, "it");
    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("en, de, fr") });
  });

  test("set-plan changes the limits that are copied into each key", async () => {
    const ops = opsOn(service);
    const { id } = await ops.json("org", "create", "--name", "Fair", "--plan", "pro");
    const key = await ops.json("key", "create", "--org", id, "--name", "k");
    const changed = await ops.json("org", "set-plan", id, "enterprise");
    expect(changed).toMatchObject({ id, name: "Fair", plan: "enterprise" });
    expect(await keyLimits(key.key)).toEqual({ perMinute: "300", perHour: "10000" });
    const toFree = await ops.run("org", "set-plan", id, "free");
    expect(toFree).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/refuses .* keys/) });
    expect(await keyLimits(key.key)).toEqual({ perMinute: "0", perHour: "0" });
  });

  test("a table keeps its columns under names in any script", async () => {
    const ops = opsOn(service);
    const names = ["👩‍👩‍👧 family", 'שלום "q"', "東京", "a\u202eb", "x".repeat(200)];
    await Promise.all(
      names.map((name) => ops.json("org", "create", "--name", name, "--plan", "free")),
    );
    const { stdout } = await ops.run("org", "list");
    const [header = "", ...lines] = stdout.trimEnd().split("\n");
    expect(header).toMatch(/^id +plan +createdAt +name$/);
    expect(lines.length).toBeGreaterThanOrEqual(names.length);
    const start = header.indexOf("name");
    for (const line of lines) expect(line.slice(start - 2, start + 1)).toMatch(/^ {2}\S/);
    expect(stdout).toContain("a\\u{202e}b");
  });
});

async function keyLimits(key: string) {
  const { Item } = await service.client.send(
    new GetItemCommand({
      TableName: service.outputs.ApiKeysTable,
      Key: { keyHash: { S: keyHash(key) } },
    }),
  );
  return { perMinute: Item?.requestsPerMinute?.N, perHour: Item?.requestsPerHour?.N };
}
