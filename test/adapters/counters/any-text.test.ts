// @module-tag all
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RouteKey } from "../../../api/private/route.ts";
import { Metadata } from "../../../core/counters/count-event.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import { DisplayName } from "../../../core/display-name.ts";
import { anyCharacter } from "../../any-character.ts";
import { operator } from "../../core/audit/operator.ts";
import { createStaff } from "../../system/people-service.ts";
import { askRoute, damagedInLists, replyOf } from "../../system/private-api.ts";
import { createCounter, createCustomer, get, stores, tapOnce } from "../../system/service.ts";

const { organization, key } = await createCustomer("enterprise");

/** Any name that a counter may have, from all planes of Unicode. */
const name = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
      fc.constantFrom("🚪", "\u{10ffff}", "e\u0301", "\u202e"),
    ),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((characters) => characters.join(""))
  .filter((text) => DisplayName.safeParse(text).success);

const metadata = fc
  .dictionary(
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.jsonValue({ stringUnit: anyCharacter }),
    {
      maxKeys: 6,
    },
  )
  // JSON has no negative zero.
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .filter((value): value is Metadata => Metadata.safeParse(value).success);

test("any name and any metadata are read back as they were given", async () => {
  const property = fc.asyncProperty(name, name, metadata, async (first, second, given) => {
    const counter = await createCounter(organization, { name: first });
    const counterKey = { organizationId: organization.id, counterId: counter.id };
    await tapOnce(counter, "up", { metadata: given, idempotencyKey: second });
    const [event] = await stores.countEvents.page(counterKey, { limit: 1 });
    expect(event?.metadata).toEqual(given);
    expect(JSON.stringify(event?.metadata)).toBe(JSON.stringify(given));
    const again = await tapOnce(counter, "up", { metadata: given, idempotencyKey: second });
    expect(again).toEqual({ result: "repeated", event });
    const settings = { name: second };
    await updateSettings(stores, { key: counterKey, settings }, operator);
    const listed = await stores.counters.list(organization.id);
    expect(listed.find(({ id }) => id === counter.id)?.name).toBe(second);
    const response = await get(`/api/v1/counters/${counter.id}/history`, key);
    expect(await response.json()).toEqual({
      counterId: counter.id,
      counterName: second,
      events: [event],
    });
  });
  await fc.assert(property, { numRuns: 60, ...replayed() });
});

const wholeNumber = fc.constantFrom(0, 1, 1_000_000, 2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 53);
const time = fc.constantFrom(
  ...["2000-01-01T00:00:00Z", "2999-12-31T23:59:59.999Z", "2999-12-31T23:59:59-05:00"],
  ...["9999-12-31T23:59:59-05:00", "9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00Z"],
  ...["+012026-01-01T00:00:00.000Z", "2030-01-01T00:00:00.0000000001Z", "1970-01-01T00:00:00Z"],
);
const anything = fc.record(
  {
    name,
    note: fc.option(name),
    endsAt: fc.option(time),
    tappedAt: time,
    capacity: fc.option(wholeNumber),
    incrementStep: wholeNumber,
    goalTarget: fc.oneof(wholeNumber, fc.constantFrom(null, 1e-12, 0.5, 1e300, -0)),
    resetTo: wholeNumber,
    resetDaily: fc.boolean(),
    kind: fc.constantFrom("absolute", "percent", "at_capacity"),
    at: wholeNumber,
    percent: wholeNumber,
    email: fc.emailAddress({ size: "large" }),
    to: wholeNumber,
  },
  { requiredKeys: ["name", "tappedAt", "to", "kind"] },
);

test("whatever the private API takes, every list can read", async () => {
  const { organization: own, owner, counter } = await createStaff();
  const { cookie } = owner;
  const ids = { organizationId: own.id, counterId: counter.id };
  const watched = { scope: "counter", targetId: counter.id };
  const tap = (tappedAt: string) => ({ id: crypto.randomUUID(), direction: "up", tappedAt });
  let taken = 0;
  const write = async (route: RouteKey, sent: unknown) => {
    const { status } = await askRoute(route, ids, { cookie, sent });
    expect([route, sent, status < 500]).toEqual([route, sent, true]);
    if (status < 300) taken += 1;
  };
  const property = fc.asyncProperty(anything, async (given) => {
    const { tappedAt, to } = given;
    const gate = { ...given, counterIds: [counter.id] };
    await write("POST /api/setup/{organizationId}/counters", given);
    await write("POST /api/setup/{organizationId}/groups", { capacity: null, ...given });
    await write("POST /api/organization/{organizationId}/gates", gate);
    await write("POST /api/alerts/{organizationId}", { ...given, ...watched });
    await write("POST /api/keys/{organizationId}", given);
    await write("POST /api/organization/{organizationId}/invitations", {
      ...given,
      role: "member",
    });
    await write("POST /api/setup/{organizationId}/counters/{counterId}/embeds", {
      note: null,
      ...given,
    });
    const adjustment = { formId: crypto.randomUUID(), to, reason: given.name };
    await write("POST /api/setup/{organizationId}/counters/{counterId}/adjust", adjustment);
    const taps = [tap(tappedAt)];
    await write("POST /api/organizations/{organizationId}/counters/{counterId}/taps", { taps });
    expect(await damagedInLists(own.id, cookie)).toEqual([]);
    for (const list of ["history", "embeds"] as const) {
      const of = list === "history" ? "charts" : "setup";
      const listed = await askRoute(
        `GET /api/${of}/{organizationId}/counters/{counterId}/${list}`,
        ids,
        { cookie },
      );
      expect([list, listed.status]).toEqual([list, 200]);
    }
  });
  await fc.assert(property, { numRuns: 8, ...replayed() });
  expect(taken).toBeGreaterThan(8);
});

test("an operator's own time of a tap costs a counter's history nothing", async () => {
  const { organization: own, owner, counter } = await createStaff();
  const times = ["12345", "+012026-01-01T00:00:00Z", "2026-11-21T10:00:00Z"];
  for (const tappedAt of times) {
    await tapOnce(counter, "up", { metadata: { tappedAt }, idempotencyKey: tappedAt });
  }
  const { events } = await replyOf(
    "GET /api/charts/{organizationId}/counters/{counterId}/history",
    { organizationId: own.id, counterId: counter.id },
    { cookie: owner.cookie },
  );
  expect(events.map(({ tappedAt }) => tappedAt)).toEqual(["2026-11-21T10:00:00.000Z", null, null]);
});

/** FC_SEED and FC_PATH replay what a failure printed. */
function replayed() {
  const { FC_SEED, FC_PATH } = process.env;
  return { ...(FC_SEED && { seed: Number(FC_SEED) }), ...(FC_PATH && { path: FC_PATH }) };
}
