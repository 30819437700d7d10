import { Badge, Paper, Stack, Table, Text } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import { settingLabel, settingValues } from "../../../../api/private/conflict.ts";
import type { ImportPreviewView } from "../../../../api/private/counters.ts";
import { groupBy } from "../../../../core/group-by.ts";
import { Foreign } from "../../shell/foreign.tsx";
import { SpacerRow } from "../../tables/spacer-row.tsx";

type Previewed = Extract<ImportPreviewView, { result: "previewed" }>;
type PreviewedRow = Previewed["rows"][number];

/** In pixels. */
const rowHeight = 41;
const settingWidth = 110;
/** Of line, name, group and effect. */
const fixedWidth = 490;

const effects = {
  create: { label: "New", color: "green" },
  update: { label: "Updated", color: "blue" },
  unchanged: { label: "Unchanged", color: "gray" },
  skip: { label: "Skipped", color: "gray" },
  exists: { label: "Exists", color: "gray" },
  stays_archived: { label: "Stays archived", color: "gray" },
};

/** Names need not be unique: whoever imports sees it before there are two counters of one name. */
const second = { label: "Name exists", color: "orange" };

/** An archived counter takes up no name, and is not brought back. */
const archived = { label: "New beside an archived one", color: "green" };

function Effect({ row }: { row: PreviewedRow }) {
  const isNew = row.archivedName ? archived : effects[row.does];
  const { label, color } = row.sharesName ? second : isNew;
  return (
    <Badge variant="light" color={color} c="inherit" style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}

type Value = PreviewedRow["values"][keyof PreviewedRow["values"]];

/** The settings that a row of the file sets, in the order of the form. */
function settingsSet(rows: PreviewedRow[]) {
  const set = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  const ofForm: (keyof PreviewedRow["values"])[] = [
    "mode",
    "incrementStep",
    "decrementStep",
    "goalTarget",
    "resetDaily",
    "resetTo",
    "countsPeople",
  ];
  return ofForm.filter((field) => set.has(field));
}

function valueText(value: Value): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? exact.format(value) : settingValues.mode[value];
}

function groupSet({ does, fields, group }: PreviewedRow): string {
  return does === "create" || fields.includes("groupId") ? (group ?? "") : "";
}

function isNumber(field: keyof PreviewedRow["values"]): boolean {
  return !["mode", "resetDaily", "countsPeople"].includes(field);
}

/** A goal has up to twelve decimal places. */
const exact = new Intl.NumberFormat(undefined, { maximumFractionDigits: 12 });

/** How many rows have each effect. */
function summary(rows: PreviewedRow[]): string {
  const numbers = groupBy(rows, ({ does }) => does);
  return Object.entries(effects)
    .flatMap(([does, { label }]) => {
      const { length } = numbers.get(does as PreviewedRow["does"]) ?? [];
      return length === 0 ? [] : `${length.toLocaleString()} ${label.toLowerCase()}`;
    })
    .join(", ");
}

/** What an import will do with each row, with every value that it sets; only the visible ones are in the page. */
export function ImportPreviewTable({ rows, newGroups }: Previewed) {
  const viewport = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const settings = useMemo(() => settingsSet(rows), [rows]);
  const shared = rows.filter(({ sharesName }) => sharesName).length;
  return (
    <Stack gap="sm">
      <Text size="sm" className="figures">
        {summary(rows)}
      </Text>
      {newGroups.length > 0 && (
        <Text size="sm">
          New groups: <Foreign>{newGroups.slice(0, 10).join(", ")}</Foreign>
          {newGroups.length > 10 && ` and ${newGroups.length - 10} more`}
        </Text>
      )}
      {shared > 0 && (
        <Text size="sm">
          {shared === 1 ? "1 row has" : `${shared.toLocaleString()} rows have`} the name of another
          counter, or of a row above. The import creates a second counter of that name.
        </Text>
      )}
      <Paper
        ref={viewport}
        withBorder
        mah={320}
        className="scrolling"
        tabIndex={0}
        role="region"
        aria-label="What each row will do"
      >
        <Table
          layout="fixed"
          stickyHeader
          className="figures"
          miw={fixedWidth + settings.length * settingWidth}
          aria-rowcount={rows.length + 1}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={60}>Line</Table.Th>
              <Table.Th>Name</Table.Th>
              {settings.map((field) => (
                <Table.Th
                  key={field}
                  w={settingWidth}
                  ta={isNumber(field) ? "right" : "left"}
                  style={{ whiteSpace: "normal" }}
                >
                  {settingLabel(field)}
                </Table.Th>
              ))}
              <Table.Th w={120}>Group</Table.Th>
              <Table.Th w={150}>Effect</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <SpacerRow height={above} columns={4 + settings.length} />
            {items.map(({ index }) => {
              const row = rows[index];
              return (
                row && (
                  <Table.Tr key={row.line} h={rowHeight} aria-rowindex={index + 2}>
                    <Table.Td>{row.line.toLocaleString()}</Table.Td>
                    <Table.Td>
                      <Text size="sm" truncate>
                        <Foreign title={row.name}>{row.name}</Foreign>
                      </Text>
                    </Table.Td>
                    {settings.map((field) => (
                      <Table.Td key={field} ta={isNumber(field) ? "right" : "left"}>
                        {valueText(row.values[field])}
                      </Table.Td>
                    ))}
                    <Table.Td>
                      <Text size="sm" truncate>
                        <Foreign title={groupSet(row)}>{groupSet(row)}</Foreign>
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Effect row={row} />
                    </Table.Td>
                  </Table.Tr>
                )
              );
            })}
            <SpacerRow height={below} columns={4 + settings.length} />
          </Table.Tbody>
        </Table>
      </Paper>
    </Stack>
  );
}
