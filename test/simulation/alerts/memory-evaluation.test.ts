import { describe } from "vitest";
import { evaluationConformance } from "../../conformance/evaluation.ts";
import { memoryEvaluation } from "./memory-evaluation.ts";
import { memberKey, Tables } from "./tables.ts";

describe("the store of the simulation", () => {
  const tables = new Tables(() => {}, { timeZone: "UTC" });
  evaluationConformance({
    store: memoryEvaluation(tables, { batch: [], beganAt: 0 }),
    async putGroup(group, members) {
      tables.groups.set(group.id, group);
      for (const member of members) {
        tables.members.set(memberKey(group.id, member.counterId), member);
      }
    },
    async putAlert(alert) {
      tables.alerts.set(alert.id, alert);
    },
    marks: async ({ targetId }) =>
      [...tables.marks].flatMap(([key, mark]) =>
        key.startsWith(`${targetId}#minute#`) ? [mark] : [],
      ),
    firings: async (organizationId) =>
      [...tables.firings.values()].filter((firing) => firing.organizationId === organizationId),
  });
});
