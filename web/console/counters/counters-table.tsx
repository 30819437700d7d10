import "./counter-table.css";
import { Paper, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import type { GroupView } from "../../../api/private/groups.ts";
import { maximumLiveCounters } from "../../../core/limits.ts";
import { useOrganization } from "../api/session.ts";
import { SpacerRow } from "../tables/spacer-row.tsx";
import type { OpenCounterForm } from "./counter-form-dialog.tsx";
import type { CounterSearch, CounterSort } from "./counter-search.ts";
import { CounterTableRow } from "./counter-table-row.tsx";
import { useDayLevels } from "./day-line.tsx";

/** In pixels. */
const rowHeight = matchMedia("(pointer: coarse)").matches ? 52 : 40;

/** Drawn above and below what is seen, so that the keyboard finds the next row. */
const overscan = 8;

interface CountersTableProps {
  rows: CounterView[];
  groups: GroupView[];
  search: CounterSearch;
  onSort: (change: Pick<CounterSearch, "sort" | "desc">) => void;
  /** The ids of the rows that can be seen, or nearly; once scrolling rests. */
  onVisible: (ids: string[]) => void;
  onForm: OpenCounterForm | undefined;
}

/** Counters of which only the visible ones are in the page. */
export const CountersTable = memo((props: CountersTableProps) => {
  const { rows, groups, search, onSort, onVisible, onForm } = props;
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
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  const seen = rows
    .slice(Math.max(0, first + (first > 0 ? overscan : 0)), last + 1)
    .slice(0, maximumLiveCounters)
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ id }) => id);
  const [visible] = useDebouncedValue(seen.join(), 150);
  useEffect(() => onVisible(visible === "" ? [] : visible.split(",")), [visible, onVisible]);
  const above = (items[0]?.start ?? offset) - offset;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  const names = useMemo(() => new Map(groups.map(({ id, name }) => [id, name])), [groups]);
  const { id: organizationId } = useOrganization();
  const path = `/organizations/${organizationId}`;
  const day = useDayLevels(organizationId, visible === "" ? [] : visible.split(","));
  const follow = useFollow();
  const head = (by: CounterSort, label: string) => (
    <SortButton by={by} label={label} search={search} onSort={onSort} />
  );
  return (
    <Paper withBorder ref={container}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links are clicked by the keyboard as well */}
      <table
        className="counter-table figures"
        aria-label="Counters"
        aria-rowcount={rows.length + 1}
        onClick={follow}
      >
        <thead>
          <tr>
            <th scope="col" aria-sort={sortOf("name", search)}>
              {head("name", "Name")}
            </th>
            <th scope="col" className="number column-count" aria-sort={sortOf("count", search)}>
              {head("count", "Count")}
            </th>
            <th scope="col" className="from-lg column-day">
              Today
            </th>
            <th scope="col" className="from-md column-group">
              Group
            </th>
            <th scope="col" className="from-lg column-goal">
              Goal
            </th>
            <th
              scope="col"
              className="from-md column-changed"
              aria-sort={sortOf("changed", search)}
            >
              {head("changed", "Last change")}
            </th>
            <th scope="col" className="column-actions">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          <SpacerRow height={above} columns={7} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <CounterTableRow
                  key={row.id}
                  counter={row}
                  group={names.get(row.groupId ?? "")}
                  index={index}
                  height={rowHeight}
                  path={path}
                  day={day}
                  onForm={onForm}
                />
              )
            );
          })}
          <SpacerRow height={below} columns={7} />
        </tbody>
      </table>
    </Paper>
  );
});

/** Opens the page of a clicked link without loading the console again, as a link of the router. */
function useFollow() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-page]");
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (link === null || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate({ href: link.getAttribute("href") ?? "" });
  };
}

function SortButton({
  by,
  label,
  search,
  onSort,
}: { by: CounterSort; label: string } & Pick<CountersTableProps, "search" | "onSort">) {
  const sorted = sortOf(by, search);
  const arrow = sorted === "none" ? "" : sorted === "ascending" ? " ↑" : " ↓";
  // Large numbers and late changes are what people look for.
  const next = sorted === "none" ? by !== "name" : sorted === "ascending";
  return (
    <UnstyledButton
      className="sort-button"
      fz="inherit"
      fw="inherit"
      onClick={() =>
        onSort({ sort: by === "name" ? undefined : by, desc: next ? true : undefined })
      }
    >
      {label}
      <span aria-hidden="true">{arrow}</span>
    </UnstyledButton>
  );
}

function sortOf(by: CounterSort, { sort = "name", desc }: CounterSearch) {
  if (sort !== by) return "none";
  return desc ? "descending" : "ascending";
}
