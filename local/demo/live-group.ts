import type { Stores } from "../../adapters/stores.ts";
import { createAlert } from "../../core/alerts/manage-alerts.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { levelOf, type StoredGroup } from "../../core/groups/group.ts";
import { operatorNamed } from "../../core/members/changed-by.ts";
import { standCapacity } from "./history/stadium.ts";
import { liveMetadata } from "./live-metadata.ts";
import { repeat } from "./repeat.ts";

/** The level goes up and down between these two: 180 people, and so about a quarter of an hour. */
const lowest = standCapacity - 87;
const highest = standCapacity + 3;
const betweenPeopleMs = 5_000;

/** Creates the alert that fires when the group is full. */
export async function createLiveGroupAlert(
  stores: Stores,
  { organizationId, id }: StoredGroup,
): Promise<void> {
  const creation = await createAlert(
    stores,
    {
      ...{ organizationId, scope: "group", targetId: id, name: "The south stand is full" },
      rule: { kind: "at_capacity", rearmBelow: standCapacity - 1 },
    },
    operatorNamed("demo"),
  );
  if (creation.result !== "created") throw new Error(`no alert: ${creation.refusal.reason}`);
}

/** Fills and empties the counter's group four times an hour, until the signal fires. */
export async function runLiveGroup(
  stores: Stores,
  key: { organizationId: string; counterId: string },
  signal: AbortSignal,
): Promise<void> {
  let direction: "up" | "down" = "up";
  const metadataOf = liveMetadata(stores, key);
  await repeat(tapTowards, () => betweenPeopleMs, signal);

  async function tapTowards() {
    const counter = await stores.storedCounters.get(key);
    const groups = await stores.groups.list(key.organizationId);
    const level = levelOf(groups.find(({ id }) => id === counter?.groupId)?.total ?? 0n);
    if (level >= highest) direction = "down";
    if (level <= lowest) direction = "up";
    const tap = { direction, metadata: await metadataOf() };
    await countTap(stores.taps, stores.clock, { key, tap });
  }
}
