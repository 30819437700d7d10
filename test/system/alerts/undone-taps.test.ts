import { expect, test } from "vitest";
import { newAlert } from "../alert-service.ts";
import { phoneAt, send, taps, undo, undosOf } from "../console/counter-users.ts";
import { stores } from "../service.ts";
import {
  alertCustomer,
  allEvaluated,
  firingsOf,
  groupWith,
  storedAlert,
} from "./alert-customer.ts";

test("an undo counts as a tap for alerts: it arms one again, and can fire one", async () => {
  const { organization } = await alertCustomer();
  const { group, members } = await groupWith(organization, 1, { capacity: 3 });
  const [counter] = members;
  if (counter === undefined) throw new Error("no counter");
  const [ofGroup, ofCounter] = [
    await newAlert("group", group, { kind: "at_capacity" }),
    await newAlert("counter", counter, { kind: "absolute", at: 3 }),
  ];
  const user = await phoneAt(counter);
  const made = taps("up", "up", "up", "down");
  await send(user, made.slice(0, 3));
  await undo(user, undosOf(made.slice(1, 2)));
  await allEvaluated(organization);
  for (const alert of [ofGroup, ofCounter]) {
    expect(await storedAlert(alert)).toMatchObject({ state: "armed" });
  }
  await send(user, [...made.slice(3), ...taps("up")]);
  await undo(user, undosOf(made.slice(3)));
  await allEvaluated(organization);
  const fired = await firingsOf(organization);
  const events = fired.map(({ scope, lastEventId, previousLevel, level }) => ({
    ...{ scope, lastEventId, previousLevel, level },
  }));
  const third = { lastEventId: 3, previousLevel: 2, level: 3 };
  const undone = { lastEventId: 7, previousLevel: 2, level: 3 };
  for (const scope of ["group", "counter"]) {
    expect(events.filter((event) => event.scope === scope)).toEqual([
      { scope, ...third },
      { scope, ...undone },
    ]);
  }
  const key = { organizationId: organization.id, groupId: group.id };
  expect(await stores.groups.get(key)).toMatchObject({ total: 3n, ups: 3n, downs: 0n });
});
