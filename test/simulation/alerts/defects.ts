import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { EvaluationStore } from "../../../core/alerts/evaluate-counts.ts";
import type { EvaluationWrite } from "../../../core/alerts/evaluation-plan.ts";
import { firingKeyOf } from "../../../core/alerts/firing.ts";
import type { Sabotage, StoreSurroundings } from "./world.ts";

/** Mistakes that evaluation can have; the simulation must find each of them. */
export const defects: Record<string, Sabotage> = {
  "no fence: a write does not check the group's revision": {
    conditions: { groupRevision: false },
  },
  "the alert's revision is not checked": { conditions: { alertRevision: false } },
  "the total is written before the transaction": {
    store: (store, { tables, call }) => ({
      ...store,
      async write({ group, ...write }) {
        if (group === undefined) return await store.write(write);
        const change = group.total - group.before.total;
        await call(() => {
          const stored = tables.groups.get(group.before.id);
          if (stored) tables.groups.set(stored.id, { ...stored, total: stored.total + change });
        });
        const total = tables.groups.get(group.before.id)?.total ?? 0n;
        return await store.write({ ...write, group: { ...group, total } });
      },
    }),
  },
  "firings are written after the state": {
    store: (store, { tables, call }) => ({
      ...store,
      async write(write) {
        const written = await store.write({ ...write, firings: [] });
        if (written === "conflict" || write.firings.length === 0) return written;
        await call(() => {
          for (const firing of write.firings) {
            tables.firings.set(firingKeyOf(firing).firingKey, firing);
          }
        });
        return written;
      },
    }),
  },
  "firings are written before the state": {
    store: (store, { tables, call }) => ({
      ...store,
      async write(write) {
        await call(() => {
          for (const firing of write.firings) {
            tables.firings.set(firingKeyOf(firing).firingKey, firing);
          }
        });
        return await store.write({ ...write, firings: [] });
      },
    }),
  },
  "an alert is armed again at its threshold, whatever rearm-below says": {
    store: (store, around) => withOtherRules(store, around, () => ({ rearmBelow: null })),
  },
  "a percentage is rounded down": {
    store: (store, around) =>
      withOtherRules(store, around, ({ kind, percent, capacity, targetId }) => {
        const known = capacity ?? around.tables.groups.get(targetId)?.capacity ?? null;
        if (kind !== "percent" || percent === null || known === null) return {};
        return { kind: "absolute", at: Math.floor((known * percent) / 100) };
      }),
  },
  "the change of a count is added, not the count put in its place": {
    store: (store, { batch }) => ({
      ...store,
      async write({ group, members, ...write }) {
        if (group === undefined) return await store.write({ members, ...write });
        const added = batch.filter(({ counterId, lastEventId }) =>
          members.some(
            (newest) => newest.counterId === counterId && lastEventId <= newest.lastEventId,
          ),
        );
        const total = added.reduce((sum, { delta }) => sum + BigInt(delta), group.before.total);
        return await store.write({ ...write, members, group: { ...group, total } });
      },
    }),
  },
  "counts that a member has had are applied again": {
    store: (store) => ({
      ...store,
      async members(key, counterIds) {
        const members = await store.members(key, counterIds);
        return members.map((member) => ({ ...member, lastEventId: 0 }));
      },
    }),
  },
  "counts up to an alert's position are evaluated again": {
    store: (store) => ({
      ...store,
      alerts: async (target) =>
        (await store.alerts(target)).map((alert) => ({ ...alert, position: 0 })),
    }),
  },
  "the epoch is ignored": {
    store: (store, { tables }) => ({
      ...store,
      async entitlement(organizationId) {
        const entitlement = await store.entitlement(organizationId);
        return entitlement && { ...entitlement, alertEpoch: tables.organization.alertEpoch };
      },
      alerts: async (target) =>
        (await store.alerts(target)).map((alert) => ({
          ...alert,
          epoch: tables.organization.alertEpoch,
        })),
    }),
  },
  "a count from before the return to Enterprise sets an alert anew": {
    // No count is from before a negative time.
    store: (store) => ({
      ...store,
      async entitlement(organizationId) {
        const entitlement = await store.entitlement(organizationId);
        return entitlement && { ...entitlement, alertEpoch: -entitlement.alertEpoch };
      },
      alerts: async (target) => (await store.alerts(target)).map(withNegativeEpoch),
      write: (write) =>
        store.write({
          ...write,
          alerts: write.alerts.map(({ before, after }) => ({
            before,
            after: withNegativeEpoch(after),
          })),
        }),
    }),
  },
  "alerts are evaluated on every plan": {
    store: (store) => ({
      ...store,
      async entitlement(organizationId) {
        const entitlement = await store.entitlement(organizationId);
        return entitlement && { ...entitlement, plan: "enterprise" };
      },
    }),
  },
  "a new alert leaves its counter's version, so that a racing tap carries no mark": {
    keepsVersion: true,
  },
};

function withNegativeEpoch(alert: StoredAlert): StoredAlert {
  return { ...alert, epoch: -alert.epoch };
}

/** Evaluates with other rules, and stores the true ones. */
function withOtherRules(
  store: EvaluationStore,
  { tables }: StoreSurroundings,
  otherRule: (alert: StoredAlert) => Partial<StoredAlert>,
): EvaluationStore {
  const trueAlert = (alert: StoredAlert): StoredAlert => {
    const { kind, at, rearmBelow } = tables.alerts.get(alert.id) ?? alert;
    return { ...alert, kind, at, rearmBelow };
  };
  return {
    ...store,
    alerts: async (target) =>
      (await store.alerts(target)).map((alert) => ({ ...alert, ...otherRule(alert) })),
    write: (write: EvaluationWrite) =>
      store.write({
        ...write,
        alerts: write.alerts.map(({ before, after }) => ({ before, after: trueAlert(after) })),
        firings: write.firings.map((firing) => {
          const { kind, percent } = tables.alerts.get(firing.alertId) ?? firing;
          return { ...firing, kind, percent };
        }),
      }),
  };
}
