import "./stacked-table.css";
import { Paper, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { useCreatedClass } from "../shell/created.tsx";

interface StackedTableProps {
  /** For those who cannot see what is above it. */
  label: string;
  heads: string[];
  children: ReactNode;
}

/**
 * A table whose rows are cards where it has little room, with the name of its column before each
 * value. The roles are given, because a browser would take them from the layout.
 */
export function StackedTable({ label, heads, children }: StackedTableProps) {
  return (
    <Paper withBorder className="stacked-frame">
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

/** A row of the thing with this id, which is highlighted while it is new. */
export function StackedRow({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Table.Tr role="row" className={useCreatedClass(id)}>
      {children}
    </Table.Tr>
  );
}

interface StackedCellProps {
  /** The name of its column. */
  head: string;
  /** The first line of a card, without the name of the column. */
  title?: boolean;
  children: ReactNode;
}

/** A cell; a card does not show an empty one. */
export function StackedCell({ head, title = false, children }: StackedCellProps) {
  return (
    <Table.Td
      role="cell"
      className={title ? "stacked-title" : undefined}
      {...(!title && { "data-head": head })}
    >
      <div>{children}</div>
    </Table.Td>
  );
}
