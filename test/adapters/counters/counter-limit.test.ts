import { expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { newCounterId } from "../../../core/counters/counter-names.ts";
import { archiveCounter } from "../../../core/counters/settings/counter-archive.ts";
import { maximumCounters } from "../../../core/limits.ts";
import { operator } from "../../core/audit/operator.ts";
import { createOrganization, setCounterCount, stores } from "../../system/service.ts";

function made(organizationId: string, count: number) {
  return Array.from({ length: count }, () =>
    newCounter({ name: "Gate" }, { organizationId, counterId: newCounterId(randomBase62) }, 0),
  );
}

test("the last counter that fits is created, and the next is refused", async () => {
  const { id } = await createOrganization("free");
  await setCounterCount(id, maximumCounters - 1);
  const { create } = stores.counterCreator;
  expect(await create(made(id, 2))).toEqual({ result: "limit_reached" });
  expect(await create(made(id, 1))).toEqual({ result: "created", created: 1 });
  expect(await create(made(id, 1))).toEqual({ result: "limit_reached" });
  expect(await stores.counters.list(id)).toHaveLength(1);
  expect(await stores.organizations.get(id)).toMatchObject({ counterCount: maximumCounters });
});

test("an organization that does not exist gets no counter, and is not called full", async () => {
  const result = await stores.counterCreator.create(made("org_0123456789ABCDEFGHIJ", 1));
  expect(result).toEqual({ result: "no_such_organization" });
});

test("an archived counter counts towards the limit: it can always be restored", async () => {
  const { id: organizationId } = await createOrganization("free");
  await setCounterCount(organizationId, maximumCounters - 1);
  const [counter] = made(organizationId, 1);
  if (counter === undefined) throw new Error("one counter was made");
  await stores.counterCreator.create([counter]);
  const key = { organizationId, counterId: counter.id };
  await archiveCounter(stores, key, operator);
  expect(await stores.counterCreator.create(made(organizationId, 1))).toEqual({
    result: "limit_reached",
  });
});

test("a full batch is written at once, and counters that exist already take no room", async () => {
  const { id } = await createOrganization("free");
  const { create, maximumItems } = stores.counterCreator;
  // One item counts the organization's counters.
  const counters = made(id, maximumItems - 1);
  expect(await create(counters.slice(1))).toMatchObject({ created: maximumItems - 2 });
  await setCounterCount(id, maximumCounters - 1);
  expect(await create(counters)).toEqual({ result: "created", created: 1 });
  expect(await stores.counters.list(id)).toHaveLength(maximumItems - 1);
});
