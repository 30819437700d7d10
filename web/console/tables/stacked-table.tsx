import { Paper, Table } from "@mantine/core";
import type { ReactNode } from "react";

interface StackedTableProps {
  /** For those who cannot see what is above it. */
  label: string;
  heads: string[];
  children: ReactNode;
}

/**
 * A table whose rows are cards on phones, with the name of its column over each cell. The roles stay
 * what they are where a browser takes them from the layout.
 */
export function StackedTable({ label, heads, children }: StackedTableProps) {
  return (
    <Paper withBorder>
      <Table
        verticalSpacing="sm"
        horizontalSpacing="md"
        className="figures stacked"
        role="table"
        aria-label={label}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {heads.map((head) => (
              <Table.Th key={head} role="columnheader">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      </Table>
    </Paper>
  );
}

/** A cell; `head` is the name of its column. Nothing is shown of an empty one on phones. */
export function StackedCell({ head, children }: { head: string; children: ReactNode }) {
  return (
    <Table.Td role="cell" data-head={head}>
      {children}
    </Table.Td>
  );
}
