import { Badge, Paper, Stack, Table, Text } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { ImportPreviewView } from "../../../../api/private/counters.ts";
import { SpacerRow } from "../../tables/spacer-row.tsx";

type Previewed = Extract<ImportPreviewView, { result: "previewed" }>;

/** In pixels. */
const rowHeight = 41;

const effects = {
  create: { label: "New", color: "green" },
  exists: { label: "Exists", color: "gray" },
  stays_archived: { label: "Stays archived", color: "gray" },
};

/** Names need not be unique: whoever imports sees it before there are two counters of one name. */
const second = { label: "Name exists", color: "orange" };

function Effect({ row }: { row: Previewed["rows"][number] }) {
  const { label, color } = row.sharesName ? second : effects[row.does];
  return (
    <Badge variant="light" color={color} c="inherit">
      {label}
    </Badge>
  );
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
              <Table.Th w="30%" visibleFrom="xs">
                Group
              </Table.Th>
              <Table.Th w={150}>Effect</Table.Th>
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
