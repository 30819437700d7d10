import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { SentBody } from "../../../../api/private/route.ts";
import type { PrivateRoutes } from "../../../../api/private/routes.ts";
import { importedCounterId } from "../../../../core/counters/settings/import/import-plan.ts";
import { maximumImportBytes } from "../../../../core/limits.ts";
import { newGroup } from "../../group-service.ts";
import { setCounterCount } from "../../service.ts";
import { fileBody } from "../asked-routes.ts";
import { consoleUser } from "../console-user.ts";

const preview = "POST /api/setup/{organizationId}/imports/preview";
const all = "GET /api/setup/{organizationId}/counters";
const run = "POST /api/setup/{organizationId}/imports";
const archive = "POST /api/setup/{organizationId}/counters/{counterId}/archive";
const create = "POST /api/setup/{organizationId}/counters";
const isNew = { does: "create", fields: [], sharesName: false, archivedName: false };
const edit = "PATCH /api/setup/{organizationId}/counters/{counterId}";

test("a preview says what each row will do and writes nothing; the import then does it", async () => {
  const user = await consoleUser();
  const hall = await newGroup(user.organization, { name: "Hall" });
  const text = `name,goalTarget,groupName\nNorth,50,Hall\n"East, upper",,Yard\n`;
  const refused = await user.reply(preview, {}, fileBody(text));
  expect(refused).toEqual({
    result: "errors",
    errors: [{ line: 3, field: "groupName", reason: "the organization has no group of this name" }],
    total: 1,
    missingGroups: true,
  });
  const body = fileBody(text, true);
  expect(await user.reply(preview, {}, body)).toEqual({
    result: "previewed",
    rows: [
      { line: 2, name: "North", ...isNew, values: { goalTarget: 50 }, group: "Hall" },
      { line: 3, name: "East, upper", ...isNew, values: {}, group: "Yard" },
    ],
    newGroups: ["Yard"],
    updates: expect.any(String),
  });
  expect(await user.reply(all, {})).toEqual({ counters: [] });
  const done = {
    ...{ done: true, created: 2, updated: 0, missing: 0, updatedThrough: 0 },
    updates: expect.any(String),
  };
  expect(await user.reply(run, {}, body)).toEqual(done);
  const { counters } = await user.reply(all, {});
  const { id: organizationId } = user.organization;
  const fileHash = createHash("sha256").update(text).digest("hex");
  // The very ids of the command line: the file is known there, too.
  expect(counters).toMatchObject([
    { name: "East, upper", id: importedCounterId({ organizationId, fileHash, row: 2 }) },
    { name: "North", goalTarget: 50, groupId: hall.id },
  ]);
  // Again: nothing is created twice, and what was archived stays so.
  await user.reply(archive, { counterId: counters[1]?.id ?? "" }, {});
  expect(await user.reply(run, {}, body)).toEqual({
    ...done,
    created: 0,
  });
  const again = await user.reply(preview, {}, body);
  const rows = [{ does: "stays_archived" }, { does: "exists", group: "Yard" }];
  expect(again).toMatchObject({ rows });
  // Its entry and that of the new group are of the same moment, and come in any order.
  const imports = (await user.auditLog()).filter(({ action }) => action === "counter.import");
  expect(imports).toMatchObject([
    {
      actor: { id: user.member.id },
      after: {
        created: 2,
        groups: 1,
        counterIds: expect.arrayContaining(counters.map(({ id }) => id)),
      },
    },
  ]);
});

test("what a file leaves open is asked, and nothing is imported before it is answered", async () => {
  const user = await consoleUser();
  const body = fileBody("Name;Goal\nNorth;1.000\n");
  expect(await user.reply(preview, {}, body)).toEqual({
    result: "question",
    question: {
      ...{ about: "decimal", line: 2, field: "Goal", cell: "1.000" },
      choices: [
        { value: ".", reads: "1" },
        { value: ",", reads: "1000" },
      ],
    },
  });
  await user.refusal(409, run, {}, body);
  await user.reply(run, {}, { ...body, decimal: "," });
  expect(await user.reply(all, {})).toMatchObject({ counters: [{ goalTarget: 1000 }] });
});

test("an update changes what the file names and no more, each with its audit entry, and only once", async () => {
  const user = await consoleUser();
  const north = await user.reply(create, {}, { name: "North", goalTarget: 10, incrementStep: 3 });
  const east = await user.reply(create, {}, { name: "East", goalTarget: 20 });
  const body = {
    ...fileBody("Name,Goal,Group\nNorth,50,Hall\nEast,20,\nWest,30,\n", true),
    existing: "update" as const,
  };
  const shown = await user.reply(preview, {}, body);
  expect(shown).toMatchObject({
    rows: [
      {
        ...{ name: "North", does: "update", fields: ["goalTarget", "groupId"] },
        ...{ values: { goalTarget: 50 }, group: "Hall" },
      },
      { name: "East", does: "unchanged", fields: [], values: {} },
      { name: "West", does: "create" },
    ],
  });
  const done = { done: true, created: 1, updated: 1, missing: 0 };
  expect(await user.reply(run, {}, await seen(user, body))).toMatchObject(done);
  const nothing = { ...done, created: 0, updated: 0 };
  expect(await user.reply(run, {}, await seen(user, body))).toMatchObject(nothing);
  const { counters } = await user.reply(all, {});
  expect(counters).toMatchObject([
    { id: east.id, version: east.version },
    { id: north.id, goalTarget: 50, incrementStep: 3, groupId: expect.stringMatching(/^grp_/) },
    { name: "West", goalTarget: 30 },
  ]);
  const log = await user.auditLog();
  expect(log.filter(({ action }) => action === "counter.update")).toMatchObject([
    {
      actor: { id: user.member.id },
      target: { id: north.id },
      before: { goalTarget: 10, groupId: null },
      after: { goalTarget: 50, groupId: counters[1]?.groupId },
    },
  ]);
});

test("what was changed since the preview is not overwritten unseen", async () => {
  const user = await consoleUser();
  const { id: counterId } = await user.reply(create, {}, { name: "North", goalTarget: 10 });
  const body = { ...fileBody("Name,Goal\nNorth,50\n"), existing: "update" as const };
  const before = await seen(user, body);
  await user.reply(edit, { counterId }, { settings: { goalTarget: 40 }, seen: { goalTarget: 10 } });
  expect((await user.refusal(409, run, {}, before)).error).toContain("look at it again");
  expect((await user.refusal(400, run, {}, body)).error).toContain("seenUpdates is missing");
  expect(await user.reply(all, {})).toMatchObject({ counters: [{ goalTarget: 40 }] });
  await user.reply(run, {}, await seen(user, body));
  expect(await user.reply(all, {})).toMatchObject({ counters: [{ goalTarget: 50 }] });
});

/** The import after its preview. */
async function seen<Body extends SentBody<PrivateRoutes[typeof preview]>>(
  user: Awaited<ReturnType<typeof consoleUser>>,
  body: Body,
) {
  const shown = await user.reply(preview, {}, body);
  if (shown.result !== "previewed") throw new Error("the file has errors");
  return { ...body, seenUpdates: shown.updates };
}

test("a wrong file is refused with every line, and nothing of it is written", async () => {
  const user = await consoleUser();
  const text = 'name,mode,incrementStep\n,both,1\nGate,sideways,0\nYard,both,1\n"open';
  const body = fileBody(text);
  const errors = [
    { line: 2, field: "name" },
    { line: 3, field: "mode" },
    { line: 3, field: "incrementStep" },
    { line: 5, field: null },
  ];
  expect(await user.reply(preview, {}, body)).toMatchObject({ errors, total: 4 });
  await user.refusal(409, run, {}, body);
  expect(await user.reply(all, {})).toEqual({ counters: [] });
});

test("a file that is too large or no base64 is refused, and one without room", async () => {
  const user = await consoleUser();
  const large = {
    file: "A".repeat(Math.ceil(maximumImportBytes / 3) * 4 + 4),
    createGroups: false,
  };
  expect((await user.refusal(400, preview, {}, large)).error).toContain("4 MB");
  await user.refusal(400, preview, {}, { file: "no base64!", createGroups: false });
  await setCounterCount(user.organization.id, 9_999);
  const two = fileBody("name\nA\nB\n");
  expect((await user.refusal(409, preview, {}, two)).error).toContain("room for 1 more");
});
