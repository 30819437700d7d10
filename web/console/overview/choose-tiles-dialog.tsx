import { MultiSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { OverviewView, Pins } from "../../../api/private/overview.ts";
import { maximumTiles } from "../../../core/overview/overview-limits.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useEdit } from "../forms/use-edit.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { toast } from "../shell/created.tsx";
import { usePins } from "./use-overview.ts";

interface ChooseTilesDialogProps {
  overview: OverviewView;
  onClose: () => void;
}

/** Of thousands of counters only so many are listed; others are found by their names. */
const shownOptions = 50;

/** Chooses what the overview of the organization shows, for all of its owners and admins. */
export function ChooseTilesDialog({ overview, onClose }: ChooseTilesDialogProps) {
  const { id } = useOrganization();
  // As they were when the dialog was opened: they are read again all the time.
  const [{ pins, tiles }] = useState(overview);
  const [chosen, setChosen] = useState(pins.length > 0 ? pins : tiles.map(({ id }) => id));
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
  const names = new Map<string, string>(
    choices?.flatMap(({ items }) => items.map(({ value, label }) => [value, label])),
  );
  const known = chosen.filter((one) => names.has(one));
  const { save, reload } = usePins();
  const edit = useEdit<Pins>({
    shown: { pins },
    async save(changed) {
      await save(changed);
      toast("The tiles were saved.");
    },
    reload,
    names: {
      pins: (theirs) => theirs.map((one) => names.get(one) ?? one).join(", ") || "none",
    },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Choose tiles"
      submit="Save tiles"
      saving={edit}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        edit.submit({ pins: known });
      }}
    >
      <MultiSelect
        label="Groups and counters"
        description={`Up to ${maximumTiles}, in the order of the tiles.`}
        data={choices ?? []}
        disabled={choices === undefined}
        value={known}
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
