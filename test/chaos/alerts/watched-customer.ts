import { randomBase62 } from "../../../adapters/random.ts";
import { type AlertSetup, createAlert } from "../../../core/alerts/manage-alerts.ts";
import { type InitialCounterSettings, newCounter } from "../../../core/counters/counter.ts";
import { newCounterId } from "../../../core/counters/counter-names.ts";
import { createGroup } from "../../../core/groups/group-changes.ts";
import { operator } from "../../core/audit/operator.ts";
import type { RunningStack } from "../stack-process.ts";

/** An alert, and in plain numbers what its rule comes to. */
export interface WatchedAlert {
  id: string;
  organizationId: string;
  scope: AlertSetup["scope"];
  targetId: string;
  threshold: number;
  rearmBelow: number;
}

type Rule = Pick<WatchedAlert, "threshold" | "rearmBelow"> & AlertSetup["rule"];

/** Near 0, where random taps up and down cross them often; the levels begin at 0. */
const groups: { capacity: number | null; rules: Rule[] }[] = [
  {
    capacity: 4,
    rules: [
      { kind: "at_capacity", rearmBelow: 2, threshold: 4 },
      { kind: "percent", percent: 30, rearmBelow: 0, threshold: 2 },
    ],
  },
  {
    capacity: null,
    rules: [
      { kind: "absolute", at: 1, rearmBelow: 1, threshold: 1 },
      { kind: "absolute", at: -2, rearmBelow: -4, threshold: -2 },
      { kind: "at_capacity", capacity: 1, rearmBelow: -1, threshold: 1 },
    ],
  },
];

/** In these groups in turn. */
const counters: (Pick<InitialCounterSettings, "goalTarget"> & { rules: Rule[] })[] = [
  {
    rules: [
      { kind: "absolute", at: 2, rearmBelow: 0, threshold: 2 },
      { kind: "at_capacity", capacity: 2, rearmBelow: 2, threshold: 2 },
    ],
  },
  {
    goalTarget: 3,
    rules: [
      { kind: "at_capacity", rearmBelow: 1, threshold: 3 },
      { kind: "percent", percent: 50, rearmBelow: 2, threshold: 2 },
    ],
  },
  { rules: [{ kind: "absolute", at: -1, rearmBelow: -2, threshold: -1 }] },
  { rules: [] },
];

/** Gives an Enterprise organization counters in groups, with alerts on counters and groups. */
export async function createWatchedCounters(stack: RunningStack, organizationId: string) {
  const alerts: WatchedAlert[] = [];

  async function watch(scope: AlertSetup["scope"], targetId: string, rules: Rule[]) {
    for (const { threshold, ...rule } of rules) {
      const setup = { scope, organizationId, targetId, name: `Level ${threshold}`, rule };
      const created = await createAlert(stack.stores, setup, operator);
      if (created.result !== "created") throw new Error(`no alert: ${created.refusal.reason}`);
      const { id } = created.status.alert;
      const { rearmBelow } = rule;
      alerts.push({ id, organizationId, scope, targetId, threshold, rearmBelow });
    }
  }

  const groupIds: string[] = [];
  for (const [index, { capacity, rules }] of groups.entries()) {
    const setup = { organizationId, group: { name: `Hall ${index + 1}`, capacity } };
    const created = await createGroup(stack.stores, setup, operator);
    if (created.result !== "created") throw new Error(`no group: ${created.result}`);
    groupIds.push(created.group.id);
    await watch("group", created.group.id, rules);
  }
  const keys = counters.map(() => ({ organizationId, counterId: newCounterId(randomBase62) }));
  const created = counters.map(({ goalTarget = null }, index) => {
    const groupId = groupIds[index % groupIds.length] ?? null;
    const setup = { name: `Gate ${index + 1}`, groupId, goalTarget };
    return newCounter(setup, keys[index] ?? { organizationId, counterId: "" }, Date.now());
  });
  await stack.stores.counterCreator.create(created);
  for (const [index, { rules }] of counters.entries())
    await watch("counter", keys[index]?.counterId ?? "", rules);
  return { counters: keys, alerts };
}
