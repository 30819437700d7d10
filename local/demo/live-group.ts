import type { Stores } from "../../adapters/stores.ts";
import { createAlert } from "../../core/alerts/manage-alerts.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { levelOf, type StoredGroup } from "../../core/groups/group.ts";
import { createGroup } from "../../core/groups/group-changes.ts";
import { operatorNamed } from "../../core/members/changed-by.ts";
import { repeat } from "./repeat.ts";

const groupName = "Stadium";

/** A little above the level that the demo's history leaves. */
const capacity = 75;

/** The level goes up and down between these two: twelve people are a minute. */
const lowest = capacity - 3;
const highest = capacity + 3;
const betweenPeopleMs = 5_000;

/** Creates the demo's group, which counters of its seeding join. */
export async function createLiveGroup(
  stores: Stores,
  organizationId: string,
): Promise<StoredGroup> {
  const creation = await createGroup(
    stores,
    { organizationId, group: { name: groupName, capacity } },
    operatorNamed("demo"),
  );
  if (creation.result !== "created") throw new Error(`no group: ${creation.result}`);
  return creation.group;
}

/** Creates the alert that fires when the group is full. */
export async function createLiveGroupAlert(
  stores: Stores,
  { organizationId, id }: StoredGroup,
): Promise<void> {
  const creation = await createAlert(
    stores,
    {
      ...{ organizationId, scope: "group", targetId: id, name: "The stadium is full" },
      rule: { kind: "at_capacity", rearmBelow: capacity - 1 },
    },
    operatorNamed("demo"),
  );
  if (creation.result !== "created") throw new Error(`no alert: ${creation.refusal.reason}`);
}

/** Fills and empties the group about once a minute, until the signal fires. */
export async function runLiveGroup(
  stores: Stores,
  key: { organizationId: string; counterId: string },
  signal: AbortSignal,
): Promise<void> {
  let direction: "up" | "down" = "up";
  await repeat(tapTowards, () => betweenPeopleMs, signal);

  async function tapTowards() {
    const groups = await stores.groups.list(key.organizationId);
    const level = levelOf(groups.find(({ name }) => name === groupName)?.total ?? 0n);
    if (level >= highest) direction = "down";
    if (level <= lowest) direction = "up";
    await countTap(stores.taps, stores.clock, { key, tap: { direction, metadata: null } });
  }
}
