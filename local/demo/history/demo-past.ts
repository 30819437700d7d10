import { type InitialCounterSettings, newCounter } from "../../../core/counters/counter.ts";
import { newGroup } from "../../../core/groups/group.ts";
import type { Plan } from "../../../core/organizations/organization.ts";
import { fairPast } from "./fair.ts";
import { museumCapacity, museumPast } from "./museum.ts";
import { countPast, evaluatePast, type PastCounts, type PastGroup } from "./past-counts.ts";
import { shuttleParty, shuttleSeats, stadiumPast, standCapacity } from "./stadium.ts";
import { firstMs, type PastTimes, type Step } from "./step.ts";

/** What the past of an organization is computed from: the same source has the same past. */
export interface PastSource extends PastTimes {
  plan: Plan;
  organizationId: string;
  groupId: string;
  /** In the order of the demo's counters. */
  counterIds: string[];
  /** By the name of the gate. */
  gateIds: Record<string, string>;
}

export interface OrganizationPast {
  /** Absent where the organization has no group. */
  group?: PastGroup;
  counters: PastCounts[];
}

/** The museum's numbers in pictures and tests are those of this seed. */
const seed = 20_261;

interface DemoCounter {
  settings: InitialCounterSettings;
  inGroup?: true;
  steps: Step[];
}

interface DemoOrganizationPlan {
  group?: { name: string; capacity: number };
  counters: DemoCounter[];
}

/** How many counters the demo has on each plan. */
export const demoCounterCount: Record<Plan, number> = { free: 1, pro: 3, enterprise: 3 };

/** The demo's gates, with the counters that people count there, by their order. */
export const demoGates: Record<Plan, Record<string, number[]>> = {
  free: { "Field entrance": [0] },
  pro: { "Ticket desk": [0, 2], "Garden door": [1] },
  enterprise: { "Turnstiles north": [0], "Turnstiles south": [1], "Shuttle driver": [2] },
};

export async function organizationPast(source: PastSource): Promise<OrganizationPast> {
  const { plan, organizationId, groupId } = source;
  const { group, counters } = organizationsOf[plan](source);
  const startMs = firstMs(source);
  const past: PastCounts[] = [];
  const gates = Object.entries(demoGates[plan]);
  for (const [index, { settings, inGroup, steps }] of counters.entries()) {
    const [gate = ""] = gates.find(([, indexes]) => indexes.includes(index)) ?? [];
    const key = { organizationId, counterId: source.counterIds[index] ?? "" };
    const joined = inGroup === true && group !== undefined ? { groupId } : {};
    const created = newCounter({ ...settings, ...joined }, key, startMs);
    past.push(await countPast(created, steps, { calendar: source, gate: source.gateIds[gate] }));
  }
  if (group === undefined) return { counters: past };
  const created = newGroup(group, { organizationId, groupId }, startMs);
  const members = past.filter((_, index) => counters[index]?.inGroup);
  return { counters: past, group: evaluatePast(created, members, source) };
}

const organizationsOf: Record<Plan, (times: PastTimes) => DemoOrganizationPlan> = {
  free: (times) => ({
    counters: [
      { settings: { name: "Village fair", resetDaily: true }, steps: fairPast(seed, times) },
    ],
  }),
  pro(times) {
    const { main, back, wristbands } = museumPast(seed, times);
    const name = "Wristbands handed out";
    return {
      group: { name: "Museum", capacity: museumCapacity },
      counters: [
        { settings: { name: "Main entrance", resetDaily: true }, inGroup: true, steps: main },
        { settings: { name: "Back gate", resetDaily: true }, inGroup: true, steps: back },
        {
          settings: { name, mode: "increment-only", goalTarget: 2_000, countsPeople: false },
          steps: wristbands,
        },
      ],
    };
  },
  enterprise(times) {
    const { north, south, shuttle } = stadiumPast(seed, times);
    const seats = { resetTo: shuttleSeats, decrementStep: shuttleParty };
    return {
      group: { name: "South stand", capacity: standCapacity },
      counters: [
        { settings: { name: "Gate North", resetDaily: true }, inGroup: true, steps: north },
        { settings: { name: "Gate South", resetDaily: true }, inGroup: true, steps: south },
        {
          settings: {
            ...{ name: "Shuttle seats left", mode: "decrement-only" },
            ...{ resetDaily: true, countsPeople: false, ...seats },
          },
          steps: shuttle,
        },
      ],
    };
  },
};
