import { expect, test } from "vitest";
import { receiversOf } from "../../../../web/console/alerts/receivers.tsx";

const shop = {
  ...{ id: "end_1", events: ["threshold.alert.fired" as const] },
  filter: { counterIds: [], groupIds: ["grp_1"] },
};
const counters = [{ id: "ctr_1", groupId: "grp_1" }];

test.each([
  ["the endpoints load", { endpoints: undefined, counters }, undefined],
  ["the counter's group loads", { endpoints: [shop], counters: undefined }, undefined],
  ["all is loaded", { endpoints: [shop], counters }, ["end_1"]],
  ["there are no endpoints", { endpoints: [], counters }, []],
])("receivers of a counter's alert: %s", (_, known, expected) => {
  const target = { scope: "counter", targetId: "ctr_1" } as const;
  expect(receiversOf(target, known)?.map(({ id }) => id)).toEqual(expected);
});
