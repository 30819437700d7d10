import { describe, expect, test } from "vitest";
import { opsProgram } from "../../../../bin/ops/program.ts";
import { effectOf } from "../../../../bin/ops/verb.ts";
import { auditAction } from "../../../../core/audit/audit-action.ts";
import { createMember } from "../../../system/people-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);
const hostile = "N\"<b>&'\u202e🚪";

async function audit(org: string, ...words: string[]) {
  return await json("audit", "list", "--org", org, ...words);
}

async function newest(org: string) {
  const { entries } = await audit(org, "--limit", "1");
  return entries[0];
}

test("each verb says what it does; those that change something are known by name", async () => {
  const verbs = (await opsProgram()).commands.flatMap((noun) =>
    noun.commands.map((verb) => [`${noun.name()} ${verb.name()}`, effectOf(verb)] as const),
  );
  const reading = verbs.filter(([, effect]) => effect === "reads").map(([name]) => name);
  expect(
    reading.filter((name) => !/ (list|show|firings|history|export|import-map)$/.test(name)),
  ).toEqual([]);
  const others = verbs.filter(([, effect]) => /^(counts|operates)$/.test(effect));
  expect(others.map(([name]) => name)).toEqual([
    "counter tap",
    "endpoint check",
    "dead-letter redrive",
  ]);
});

test("the log knows the action of each verb that changes something", async () => {
  const actions = (await opsProgram()).commands.flatMap((noun) =>
    noun.commands
      .filter((verb) => effectOf(verb) === "changes")
      .map((verb) => `${noun.name()}.${verb.name()}`)
      // In the log, a number that is set is one thing to look for, whatever it is set to.
      .map((action) => (/^counter\.(set|reset)$/.test(action) ? "counter.adjust" : action)),
  );
  expect(actions.length).toBeGreaterThan(20);
  expect(actions.filter((action) => auditAction(action) === undefined)).toEqual([]);
});

describe("the audit log", () => {
  test("has each change of an operator once, with what was before and after", async () => {
    const made = await json("org", "create", "--name", hostile, "--plan", "enterprise");
    const org = ["--org", made.id];
    const created = await newest(made.id);
    expect(created).toEqual({
      at: expect.any(String),
      actor: { kind: "operator", id: null, name: expect.any(String) },
      action: "org.create",
      target: { kind: "organization", id: made.id, name: hostile },
      before: null,
      after: { name: hostile, plan: "enterprise", timeZone: "UTC" },
    });
    const counter = await json("counter", "create", ...org, "--name", hostile, "--goal", "5");
    await json("counter", "update", ...org, counter.id, "--locked", "true", "--goal", "5");
    expect(await newest(made.id)).toMatchObject({
      action: "counter.update",
      before: { locked: false },
      after: { locked: true },
    });
    await json("counter", "update", ...org, counter.id, "--locked", "false");
    await json("counter", "tap", ...org, counter.id, "up");
    const alert = ["--counter", counter.id, "--kind", "at_capacity", "--capacity", "9"];
    const { id: alertId } = await json("alert", "create", ...org, "--name", "Full", ...alert);
    await json("alert", "pause", ...org, alertId);
    await json("alert", "pause", ...org, alertId);
    await json("alert", "delete", ...org, alertId);
    await json("counter", "archive", ...org, counter.id);
    const { entries } = await audit(made.id);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "counter.archive",
      "alert.delete",
      "alert.pause",
      "alert.create",
      "counter.update",
      "counter.update",
      "counter.create",
      "org.create",
    ]);
  });

  test("has no key, no secret, no link and no id that opens something", async () => {
    const organization = await service.createOrganization("pro");
    const counter = await service.createCounter(organization);
    const org = ["--org", organization.id];
    const { key } = await json("key", "create", ...org, "--name", "Website");
    const embed = await json("embed", "create", ...org, counter.id, "--note", "Newspaper");
    const receiver = "https://192.0.2.1/hooks/T0PSECRET?token=T0PSECRET";
    const endpoint = ["endpoint", "create", ...org, "--events", "counter.increment", "--url"];
    const failed = await run(...endpoint, receiver);
    const invite = [...org, "--email", "kim@x.example", "--role", "owner"];
    const invitation = await json("member", "invite", ...invite);
    const gate = await json("gate", "create", ...org, "--counter", counter.id, "--name", "North");
    await json("embed", "revoke", ...org, embed.sessionId);
    const text = JSON.stringify(await audit(organization.id));
    for (const secret of [key, embed.sessionId, invitation.url, gate.url, "T0PSECRET"]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.split(".").at(-1));
    }
    expect(failed.exitCode).toBe(1);
    expect(text).toContain("kim@x.example");
    const { entries } = await audit(organization.id);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "embed.revoke",
      "gate.create",
      "member.invite",
      "embed.create",
      "key.create",
    ]);
  });

  test("comes page by page, and since a time", async () => {
    const organization = await service.createOrganization("pro");
    for (const role of ["owner", "admin", "member"] as const)
      await createMember(organization, role);
    const whole = await audit(organization.id);
    expect([whole.entries.length, whole.next]).toEqual([6, null]);
    const first = await audit(organization.id, "--limit", "4");
    const second = await audit(organization.id, "--limit", "4", "--from", first.next);
    expect([...first.entries, ...second.entries]).toEqual(whole.entries);
    expect(second.next).toBeNull();
    expect((await audit(organization.id, "--since", "1h")).entries.length).toBe(6);
    expect((await audit(organization.id, "--since", "0m")).entries).toEqual([]);
    const { stdout, stderr } = await run("audit", "list", "--org", organization.id, "--limit", "2");
    expect(stdout.trim().split("\n").length).toBe(3);
    expect(stderr).toMatch(/^there are more: npx counting audit list --org .* --from 20/);
  });

  test("does not tell members which operator it was", async () => {
    const organization = await service.createOrganization("pro");
    const { cookie } = await createMember(organization, "owner");
    await json("org", "set-plan", organization.id, "free");
    const path = `/api/organization/${organization.id}/audit?limit=1`;
    const { entries } = JSON.parse(await (await service.askConsole(path, { cookie })).text());
    expect(entries).toMatchObject([
      { action: "org.set-plan", actor: { kind: "operator", id: null, name: null } },
    ]);
  });
});
