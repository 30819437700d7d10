import { MultiSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { maximumTiles } from "../../../core/overview/overview-limits.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { groupsQuery } from "../groups/group-queries.ts";
import { toast } from "../shell/created.tsx";
import { usePins } from "./use-overview.ts";

interface ChooseTilesDialogProps {
  /** What is pinned, or shown where nothing is. */
  pins: string[];
  onClose: () => void;
}

/** Of thousands of counters only so many are listed; others are found by their names. */
const shownOptions = 50;

/** Chooses what the overview of the organization shows, for all of its owners and admins. */
export function ChooseTilesDialog({ pins, onClose }: ChooseTilesDialogProps) {
  const { id } = useOrganization();
  const [chosen, setChosen] = useState(pins);
  const counters = useQuery(allCountersQuery(id)).data?.counters;
  const groups = useQuery(groupsQuery(id)).data?.groups;
  const choices = useMemo(() => {
    if (counters === undefined || groups === undefined) return undefined;
    const inUse = counters.filter(({ archivedAt }) => archivedAt === null);
    const items = (all: { id: string; name: string }[]) =>
      all.map(({ id: value, name: label }) => ({ value, label }));
    return [
      { group: "Groups", items: items(groups) },
      { group: "Counters", items: items(inUse) },
    ];
  }, [counters, groups]);
  const known = new Set(choices?.flatMap(({ items }) => items.map(({ value }) => value)));
  const saving = usePins(() => {
    toast("The tiles were saved.");
    onClose();
  });
  return (
    <FormDialog
      title="Choose tiles"
      submit="Save tiles"
      saving={saving}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(chosen.filter((one) => known.has(one)));
      }}
    >
      <MultiSelect
        label="Groups and counters"
        description={`Up to ${maximumTiles}, in the order of the tiles.`}
        data={choices ?? []}
        disabled={choices === undefined}
        value={choices === undefined ? [] : chosen.filter((one) => known.has(one))}
        onChange={setChosen}
        searchable
        limit={shownOptions}
        maxValues={maximumTiles}
        nothingFoundMessage="No matches"
        data-autofocus
      />
      <Text size="sm" c="dimmed">
        Without any, the overview shows the fullest and the busiest of today.
      </Text>
    </FormDialog>
  );
}
