import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { OverviewView, Pins } from "../../../api/private/overview.ts";
import { maximumTiles } from "../../../core/overview/overview-limits.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { NameSelect } from "../counters/name-select.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useEdit } from "../forms/use-edit.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { toast } from "../shell/created.tsx";
import { usePins } from "./use-overview.ts";

interface ChooseTilesDialogProps {
  overview: OverviewView;
  onClose: () => void;
}

/** Chooses what the overview of the organization shows, for all of its owners and admins. */
export function ChooseTilesDialog({ overview, onClose }: ChooseTilesDialogProps) {
  const { id } = useOrganization();
  // As they were when the dialog was opened: they are read again all the time.
  const [{ pins, tiles }] = useState(overview);
  const [chosen, setChosen] = useState(pins.length > 0 ? pins : tiles.map(({ id }) => id));
  const counters = useQuery(allCountersQuery(id)).data?.counters;
  const groups = useQuery(groupsQuery(id)).data?.groups;
  const isLoaded = counters !== undefined && groups !== undefined;
  const from = useMemo(() => {
    const inUse = (counters ?? []).filter(({ archivedAt }) => archivedAt === null);
    return [
      { label: "Groups", items: groups ?? [] },
      { label: "Counters", items: inUse },
    ];
  }, [counters, groups]);
  const names = useMemo(() => {
    const items = from.flatMap((part): { id: string; name: string }[] => part.items);
    return new Map(items.map(({ id: one, name }) => [one, name]));
  }, [from]);
  const known = useMemo(() => chosen.filter((one) => names.has(one)), [chosen, names]);
  const { save, reload } = usePins();
  const edit = useEdit<Pins>({
    shown: { pins },
    async save(changed, signal) {
      await save(changed, signal);
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
      values={known}
      saving={edit}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        edit.submit({ pins: known });
      }}
    >
      <NameSelect
        label="Groups and counters"
        description={`Up to ${maximumTiles}, in the order of the tiles.`}
        from={from}
        disabled={!isLoaded}
        value={known}
        onChange={setChosen}
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
