import { Badge, Group, Paper, Stack, Table, Text } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { settingLabel } from "../../../../api/private/conflict.ts";
import type { ImportPreviewView } from "../../../../api/private/counters.ts";
import { groupBy } from "../../../../core/group-by.ts";
import { SpacerRow } from "../../tables/spacer-row.tsx";

type Previewed = Extract<ImportPreviewView, { result: "previewed" }>;
type PreviewedRow = Previewed["rows"][number];

/** In pixels. */
const rowHeight = 41;

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
    <Group gap={6} wrap="nowrap">
      <Badge variant="light" color={color} c="inherit" style={{ flexShrink: 0 }}>
        {label}
      </Badge>
      <Text size="sm" truncate visibleFrom="xs">
        {changes(row)}
      </Text>
    </Group>
  );
}

/** The settings that an update changes, in words. */
function changes({ fields }: PreviewedRow): string {
  return fields.map(settingLabel).join(", ");
}

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

/** What an import will do with each row; only the visible ones are in the page. */
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
  const shared = rows.filter(({ sharesName }) => sharesName).length;
  return (
    <Stack gap="sm">
      <Text size="sm" className="figures">
        {summary(rows)}
      </Text>
      {newGroups.length > 0 && (
        <Text size="sm">
          New groups: <bdi>{newGroups.slice(0, 10).join(", ")}</bdi>
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
        <Table layout="fixed" stickyHeader className="figures" aria-rowcount={rows.length + 1}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70} visibleFrom="xs">
                Line
              </Table.Th>
              <Table.Th>Name</Table.Th>
              <Table.Th w="22%" visibleFrom="xs">
                Group
              </Table.Th>
              <Table.Th w={{ base: 150, xs: 260 }}>Effect</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <SpacerRow height={above} columns={4} />
            {items.map(({ index }) => {
              const row = rows[index];
              return (
                row && (
                  <Table.Tr key={row.line} h={rowHeight} aria-rowindex={index + 2}>
                    <Table.Td visibleFrom="xs">{row.line.toLocaleString()}</Table.Td>
                    <Table.Td>
                      <Text size="sm" truncate>
                        <bdi>{row.name}</bdi>
                        {row.fields.length > 0 && (
                          <Text span size="sm" c="dimmed" hiddenFrom="xs">
                            {" "}
                            {changes(row)}
                          </Text>
                        )}
                        {row.group !== null && (
                          <Text span size="sm" c="dimmed" hiddenFrom="xs">
                            {" "}
                            in <bdi>{row.group}</bdi>
                          </Text>
                        )}
                      </Text>
                    </Table.Td>
                    <Table.Td visibleFrom="xs">
                      <Text size="sm" truncate>
                        <bdi>{row.group}</bdi>
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Effect row={row} />
                    </Table.Td>
                  </Table.Tr>
                )
              );
            })}
            <SpacerRow height={below} columns={4} />
          </Table.Tbody>
        </Table>
      </Paper>
    </Stack>
  );
}
