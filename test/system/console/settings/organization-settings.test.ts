import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { OrganizationView } from "../../../../api/private/organizations.ts";
import { addDays, dayOf } from "../../../../core/calendar.ts";
import { settingsOf } from "../../../../core/organizations/organization.ts";
import { client, outputs, stores } from "../../service.ts";
import { consoleUser } from "../console-user.ts";

const route = "/api/organization/{organizationId}";

async function newOwner() {
  const owner = await consoleUser("owner");
  const read = () => owner.reply(`GET ${route}`, {});
  const change = (settings: object, seen?: object) =>
    owner.request(`PATCH ${route}`, {}, { settings, seen });
  return { owner, read, change };
}

test("an owner renames the organization, and the same name again is no change", async () => {
  const { owner, change, read } = await newOwner();
  const name = "Wébsite \"<b>&'🚪";
  const renamed = OrganizationView.parse(await (await change({ name })).json());
  const { id } = owner.organization;
  const createdAt = expect.any(String);
  expect(renamed).toEqual({ id, name, plan: "pro", timeZone: "UTC", createdAt });
  expect(await read()).toEqual(renamed);
  // Nothing changes, so nothing is recorded.
  expect((await change({ name })).status).toBe(200);
  expect(await owner.auditLog({ action: "org" })).toHaveLength(1);
});

test("an owner sets the start of the day, which holds from the next day that has not started", async () => {
  const { owner, change, read } = await newOwner();
  // As the schedule leaves it where a counter is reset each day: what starts next is planned anew.
  const planned = new Date(Date.now() + 86_400_000).toISOString();
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.OrganizationsTable,
      Key: marshall({ organizationId: owner.organization.id }),
      UpdateExpression: "SET nextDayStart = :planned",
      ExpressionAttributeValues: marshall({ ":planned": planned }),
    }),
  );
  expect((await change({ dayStart: "04:15" }, { dayStart: "00:00" })).status).toBe(200);
  const { timeZone, dayStarts } = await read();
  const tomorrow = addDays(dayOf({ timeZone }, Date.now()).date, 1);
  expect(dayStarts).toEqual([{ from: tomorrow, at: "04:15" }]);
  const stored = await stores.organizations.get(owner.organization.id);
  expect(stored?.nextDayStart).toBe(`${tomorrow}T04:15:00.000Z`);
  const { organizations } = await owner.reply("GET /api/session", {});
  expect(organizations[0]).toMatchObject({ timeZone, dayStarts });
  // One that does not hold yet is replaced.
  await change({ dayStart: "00:00" });
  expect(await read()).toMatchObject({ dayStarts: [] });
  const entries = await owner.auditLog({ action: "org.set-day-start" });
  expect(entries.map(({ before, after }) => [before?.dayStart, after?.dayStart])).toEqual([
    ["04:15", "00:00"],
    ["00:00", "04:15"],
  ]);
});

test.each([
  { field: "name", action: "org.rename", theirs: "Harbour", ours: "Port", other: "Quay" },
  {
    field: "timeZone",
    action: "org.set-time-zone",
    theirs: "Asia/Tokyo",
    ours: "Europe/Paris",
    other: "Europe/Rome",
  },
  {
    field: "dayStart",
    action: "org.set-day-start",
    theirs: "04:00",
    ours: "05:00",
    other: "23:45",
  },
  { field: "language", action: "org.set-language", theirs: "de", ours: "fr", other: "ar" },
  {
    field: "reportMails",
    action: "org.set-mails",
    theirs: "admins",
    ours: "nobody",
    other: "nobody",
  },
] as const)(
  "a $field that another person has changed since it was seen is not replaced",
  async (setting) => {
    const { field, action, theirs, ours, other } = setting;
    const { owner, change, read } = await newOwner();
    const { [field]: before } = settingsOf(await read());
    expect((await change({ [field]: theirs }, { [field]: before })).status).toBe(200);
    const refused = await change({ [field]: ours }, { [field]: before });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: "CONFLICT",
      error: expect.stringContaining("Another person has changed these settings"),
    });
    expect(settingsOf(await read())).toMatchObject({ [field]: theirs });
    // What both of them want is no conflict, and who has seen theirs may replace it.
    expect((await change({ [field]: theirs }, { [field]: before })).status).toBe(200);
    expect((await change({ [field]: other }, { [field]: theirs })).status).toBe(200);
    expect(settingsOf(await read())).toMatchObject({ [field]: other });
    const entries = await owner.auditLog({ action });
    expect(entries.map(({ after }) => after?.[field])).toEqual([other, theirs]);
  },
);

test("owners set who gets mails of a kind, and admins do not; what members choose stays their own", async () => {
  const owner = await consoleUser("owner");
  const { organization } = owner;
  const admin = await consoleUser("admin", organization);
  const heard = async (user: typeof owner) => {
    const { kinds } = await user.reply(`GET ${route}/notifications`, {});
    return kinds.find(({ kind }) => kind === "endpoint");
  };
  const settings = { endpointMails: "nobody" };
  await admin.refusal(403, `PATCH ${route}`, {}, { settings });
  expect(await heard(admin)).toMatchObject({ hears: true, isOff: false });
  await owner.reply(`PATCH ${route}`, {}, { settings });
  await admin.reply(`PATCH ${route}/notifications`, {}, { kinds: { endpoint: true } });
  expect(await heard(admin)).toMatchObject({ hears: false, isOff: true });
  await owner.reply(`PATCH ${route}`, {}, { settings: { endpointMails: "chosen" } });
  expect(await heard(admin)).toMatchObject({ hears: true, isOff: false });
  expect(await heard(owner)).toMatchObject({ hears: false, isOff: false });
});
