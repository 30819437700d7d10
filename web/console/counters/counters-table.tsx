import { Paper, Table, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import type { CounterRow } from "../../../core/private-api/counters/counters.ts";
import type { GroupView } from "../../../core/private-api/counters/groups.ts";
import { SpacerRow } from "../shell/spacer-row.tsx";
import type { CounterSearch, CounterSort } from "./counter-search.ts";
import { CounterTableRow } from "./counter-table-row.tsx";

/** In pixels. */
const rowHeight = 53;

/** Drawn above and below what is seen, so that the keyboard finds the next row. */
const overscan = 8;

/** Of a request for live numbers. */
const maximumLive = 100;

interface CountersTableProps {
  rows: CounterRow[];
  groups: GroupView[];
  search: CounterSearch;
  onSort: (change: Pick<CounterSearch, "sort" | "desc">) => void;
  /** The ids of the rows that can be seen, or nearly; once scrolling rests. */
  onVisible: (ids: string[]) => void;
  onEdit: ((counter: CounterRow) => void) | undefined;
}

/** Counters of which only the visible ones are in the page. */
export function CountersTable(props: CountersTableProps) {
  const { rows, groups, search, onSort, onVisible, onEdit } = props;
  const container = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useEffect(() => {
    const top = container.current?.getBoundingClientRect().top ?? 0;
    setOffset(top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: offset,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  const seen = rows
    .slice(Math.max(0, first + (first > 0 ? overscan : 0)), last + 1)
    .slice(0, maximumLive)
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ id }) => id);
  const [visible] = useDebouncedValue(seen.join(), 150);
  useEffect(() => onVisible(visible === "" ? [] : visible.split(",")), [visible, onVisible]);
  const above = (items[0]?.start ?? offset) - offset;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const head = (by: CounterSort, label: string) => (
    <SortButton by={by} label={label} search={search} onSort={onSort} />
  );
  return (
    <Paper withBorder ref={container}>
      <Table
        className="figures"
        layout="fixed"
        highlightOnHover
        aria-label="Counters"
        aria-rowcount={rows.length + 1}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th aria-sort={sortOf("name", search)}>{head("name", "Name")}</Table.Th>
            <Table.Th w={{ base: 92, sm: 110 }} ta="right" aria-sort={sortOf("count", search)}>
              {head("count", "Number")}
            </Table.Th>
            <Table.Th w={120} visibleFrom="md">
              Group
            </Table.Th>
            <Table.Th w={120} visibleFrom="lg">
              Goal
            </Table.Th>
            <Table.Th w={200} visibleFrom="md" aria-sort={sortOf("changed", search)}>
              {head("changed", "Last change")}
            </Table.Th>
            <Table.Th w={100} visibleFrom="sm">
              State
            </Table.Th>
            <Table.Th w={{ base: 116, sm: 124 }} ta="right">
              Actions
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <SpacerRow height={above} columns={7} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <CounterTableRow
                  key={row.id}
                  counter={row}
                  group={row.groupId === null ? null : (names.get(row.groupId) ?? row.groupId)}
                  index={index}
                  height={rowHeight}
                  onEdit={onEdit}
                />
              )
            );
          })}
          <SpacerRow height={below} columns={7} />
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function SortButton({
  by,
  label,
  search,
  onSort,
}: { by: CounterSort; label: string } & Pick<CountersTableProps, "search" | "onSort">) {
  const sorted = sortOf(by, search);
  const mark = sorted === "none" ? "" : sorted === "ascending" ? " ↑" : " ↓";
  // Large numbers and late changes are what people look for.
  const next = sorted === "none" ? by !== "name" : sorted === "ascending";
  return (
    <UnstyledButton
      fz="inherit"
      fw="inherit"
      onClick={() =>
        onSort({ sort: by === "name" ? undefined : by, desc: next ? true : undefined })
      }
    >
      {label}
      <span aria-hidden="true">{mark}</span>
    </UnstyledButton>
  );
}

function sortOf(by: CounterSort, { sort = "name", desc }: CounterSearch) {
  if (sort !== by) return "none";
  return desc ? "descending" : "ascending";
}
