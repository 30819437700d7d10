import { expect, test } from "vitest";
import { newGroup, putAlert } from "../../group-service.ts";
import { createCounter, setCounterCount, stores } from "../../service.ts";
import { consoleUser } from "../console-user.ts";

const create = "POST /api/setup/{organizationId}/counters";
const all = "GET /api/setup/{organizationId}/counters";
const edit = "PATCH /api/setup/{organizationId}/counters/{counterId}";
const live = "GET /api/setup/{organizationId}/counters/live";
const archive = "POST /api/setup/{organizationId}/counters/{counterId}/archive";
const restore = "POST /api/setup/{organizationId}/counters/{counterId}/restore";

test("a counter is created with its settings", async () => {
  const user = await consoleUser();
  const group = await newGroup(user.organization);
  const setup = {
    name: "North gate",
    mode: "increment-only",
    incrementStep: 5,
    decrementStep: 2,
    goalTarget: 12.5,
    groupId: group.id,
  };
  const made = await user.reply(create, {}, setup);
  expect(made).toMatchObject({ ...setup, count: 0, locked: false, archivedAt: null, version: 1 });
  const { counters } = await user.reply(all, {});
  expect(counters).toEqual([made]);
});

test("the limit of counters holds, and the response says so", async () => {
  const user = await consoleUser();
  await setCounterCount(user.organization.id, 10_000);
  const { error } = await user.refusal(409, create, {}, { name: "One more" });
  expect(error).toContain("10,000 counters");
});

test("a group that does not exist is refused at creation and at a change", async () => {
  const user = await consoleUser();
  for (const groupId of ["grp_0123456789ABCDEFGHIJ", "free-text"]) {
    await user.refusal(404, create, {}, { name: "a", groupId });
    const counter = await createCounter(user.organization);
    const wanted = { settings: { groupId }, seen: { groupId: null } };
    await user.refusal(404, edit, { counterId: counter.id }, wanted);
  }
});

test("a counter can be reset each day; its organization is then due at once, with one entry", async () => {
  const [user, counter] = await userAndCounter();
  const organization = async () => await stores.organizations.get(user.organization.id);
  expect(await organization()).not.toHaveProperty("nextDayStart");
  const settings = { resetDaily: true, resetTo: -5 };
  const seen = { resetDaily: false, resetTo: 0 };
  const changed = await user.reply(edit, { counterId: counter.id }, { settings, seen });
  expect(changed).toMatchObject(settings);
  expect(await organization()).toMatchObject({ nextDayStart: expect.any(String) });
  const [entry] = await user.auditLog();
  expect(entry).toMatchObject({ action: "counter.update", before: seen, after: settings });
  await user.refusal(400, edit, { counterId: counter.id }, { settings: { resetTo: 0.5 } });
});

test("an organization whose new counter is reset each day is due at once", async () => {
  const user = await consoleUser();
  await user.reply(create, {}, { name: "North", resetDaily: true });
  const organization = await stores.organizations.get(user.organization.id);
  expect(organization).toMatchObject({ nextDayStart: expect.any(String), counterCount: 1 });
});

test("of two who change the same setting the second learns it, and nothing is overwritten", async () => {
  const [one, counter] = await userAndCounter();
  const other = await consoleUser("owner", one.organization);
  const rename = (name: string, seen = "Gate") => ({ settings: { name }, seen: { name: seen } });
  await one.reply(edit, { counterId: counter.id }, rename("East"));
  const refused = await other.refusal(409, edit, { counterId: counter.id }, rename("West"));
  expect(refused).toEqual({ error: expect.stringContaining("Name"), code: "CONFLICT" });
  const { counters } = await other.reply(live, {}, { ids: counter.id });
  expect(counters[0]?.name).toBe("East");
  // Who has seen it may go on.
  await other.reply(edit, { counterId: counter.id }, rename("West", "East"));
  // The same wish is no conflict, and writes nothing.
  const same = await one.reply(edit, { counterId: counter.id }, rename("West", "East"));
  expect(same).toMatchObject({ name: "West", version: 3 });
  const actions = (await one.auditLog()).map(({ action }) => action);
  expect(actions.filter((action) => action === "counter.update")).toHaveLength(2);
});

test("archiving takes a counter out of its group and pauses its alerts; it can be undone", async () => {
  const user = await consoleUser();
  const organization = user.organization;
  const group = await newGroup(organization);
  const counter = await createCounter(organization, { groupId: group.id });
  await putAlert({ ...counter, scope: "counter" }, { capacity: 10 });
  const archived = await user.reply(archive, { counterId: counter.id }, {});
  expect(archived).toMatchObject({
    changed: true,
    leftGroupId: group.id,
    pausedAlerts: 1,
    groupId: null,
    archivedAt: expect.any(String),
  });
  expect(await user.reply(archive, { counterId: counter.id }, {})).toMatchObject({
    changed: false,
  });
  await user.refusal(404, edit, { counterId: counter.id }, { settings: { locked: true } });
  const restored = await user.reply(restore, { counterId: counter.id }, {});
  expect(restored).toMatchObject({ changed: true, archivedAt: null, leftGroupId: null });
  await user.reply(edit, { counterId: counter.id }, { settings: { groupId: group.id } });
  const actions = (await user.auditLog()).map(({ action }) => action);
  expect(actions.slice(0, 3)).toEqual(["counter.update", "counter.restore", "counter.archive"]);
});

test("a goal that goes leaves alerts without a threshold, and the response counts them", async () => {
  const user = await consoleUser();
  const counter = await createCounter(user.organization, { goalTarget: 10 });
  await putAlert({ ...counter, scope: "counter" });
  const wanted = { settings: { goalTarget: null }, seen: { goalTarget: 10 } };
  const changed = await user.reply(edit, { counterId: counter.id }, wanted);
  expect(changed).toMatchObject({ goalTarget: null, sleepingAlerts: 1 });
});

async function userAndCounter() {
  const user = await consoleUser();
  return [user, await createCounter(user.organization)] as const;
}
