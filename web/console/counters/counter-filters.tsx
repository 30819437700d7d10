import { Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import type { GroupView } from "../../../api/private/groups.ts";
import { type CounterSearch, type CounterState, counterState } from "./counter-search.ts";

interface CounterFiltersProps {
  search: CounterSearch;
  groups: GroupView[];
  /** How many counters are shown. */
  found: number;
  onChange: (change: Partial<CounterSearch>) => void;
  onReload: () => void;
}

const states: { value: CounterState | "in-use"; label: string }[] = [
  { value: "in-use", label: "In use" },
  { value: "active", label: "Active" },
  { value: "locked", label: "Locked" },
  { value: "archived", label: "Archived" },
];

/** Search and filters of the list of counters. */
export function CounterFilters({ search, groups, found, onChange, onReload }: CounterFiltersProps) {
  const [typed, setTyped] = useState(search.q ?? "");
  const find = useDebouncedCallback((q: string) => onChange({ q: q === "" ? undefined : q }), 200);
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Counters">
      <TextInput
        type="search"
        label="Search"
        placeholder="Name"
        value={typed}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          find(value);
        }}
        flex="1 1 12rem"
        maw={360}
      />
      {/* Native ones: the first page loads without the code of Mantine's own. */}
      <NativeSelect
        label="Group"
        data={groupChoices(groups, search.group)}
        value={search.group ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onChange({ group: value === "" ? undefined : value })
        }
        flex="1 1 7rem"
        maw={180}
      />
      <NativeSelect
        label="State"
        data={states}
        value={search.state ?? "in-use"}
        onChange={({ currentTarget: { value } }) => onChange({ state: counterState(value) })}
        flex="1 1 7rem"
        maw={140}
      />
      {(search.sort === "count" || search.sort === "changed") && (
        <Button variant="default" onClick={onReload}>
          Sort again
        </Button>
      )}
      <Text c="dimmed" size="sm" pb={8} role="status" className="figures">
        {found === 1 ? "1 counter" : `${found.toLocaleString()} counters`}
      </Text>
    </Group>
  );
}

function groupChoices(groups: GroupView[], chosen: string | undefined) {
  const choices = [
    { value: "", label: "All groups" },
    { value: "none", label: "No group" },
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const isKnown = chosen === undefined || choices.some(({ value }) => value === chosen);
  // Not read yet, or deleted: a native select would show its first choice instead.
  return isKnown ? choices : [...choices, { value: chosen, label: "Another group" }];
}
