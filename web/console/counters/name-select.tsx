import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import { folded, foldedName } from "./arrange-counters.ts";

interface Named {
  id: string;
  name: string;
}

interface NameSelectProps
  extends Omit<MultiSelectProps, "data" | "value" | "limit" | "searchable" | "searchValue"> {
  /** What there is to choose from, in groups with a label; those without items are left out. */
  from: { label: string; items: Named[] }[];
  value: string[];
}

/** Of thousands of names only so many are listed; others are found by typing. */
const shownOptions = 20;

/**
 * Chooses several things by their names. Mantine's field looks at each of its choices at every change,
 * so it gets only those that are listed or chosen.
 */
export function NameSelect({ from, value, ...rest }: NameSelectProps) {
  const [typed, setTyped] = useState("");
  const searched = useDeferredValue(typed);
  const data = useMemo(() => {
    const wanted = folded(searched);
    const chosen = new Set(value);
    return from
      .map(({ label: group, items }) => {
        const found = items.filter((one) => foldedName(one).includes(wanted));
        const listed = new Set(found.slice(0, shownOptions));
        const shown = items.filter((one) => listed.has(one) || chosen.has(one.id));
        return { group, items: shown.map(({ id, name }) => ({ value: id, label: name })) };
      })
      .filter(({ items }) => items.length > 0);
  }, [from, searched, value]);
  return (
    <MultiSelect
      {...rest}
      data={data}
      value={value}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // Found above, while Mantine would look for each letter once more.
      filter={({ options }) => options}
      limit={shownOptions}
    />
  );
}
