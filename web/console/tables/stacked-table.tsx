import "./stacked-table.css";
import { Paper, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { useCreatedClass } from "../shell/created.tsx";

interface StackedTableProps {
  /** For those who cannot see what is above it. */
  label: string;
  heads: string[];
  /** Before the heads, in a column of its own: a checkbox that selects all rows. */
  selectAll?: ReactNode;
  /** In pixels. Where it has less and its rows are not cards, the table scrolls by itself. */
  minWidth?: number;
  children: ReactNode;
}

/**
 * A table whose rows are cards where it has little room, with the name of its column before each
 * value. The roles are given, because a browser would take them from the layout.
 */
export function StackedTable(props: StackedTableProps) {
  const { label, heads, selectAll, minWidth, children } = props;
  const table = (
    <Table
      verticalSpacing="sm"
      horizontalSpacing="md"
      className={selectAll === undefined ? "figures stacked" : "figures stacked selectable"}
      role="table"
      aria-label={label}
    >
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {selectAll !== undefined && (
            <Table.Th role="columnheader" w={40}>
              {selectAll}
            </Table.Th>
          )}
          {heads.map((head) => (
            <Table.Th key={head} role="columnheader">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">{children}</Table.Tbody>
    </Table>
  );
  return (
    <Paper withBorder className="stacked-frame">
      {minWidth === undefined ? (
        table
      ) : (
        <ScrollFrame label={label} minWidth={minWidth}>
          {table}
        </ScrollFrame>
      )}
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

/** Words that are needed only where the rows are cards. */
export function CardWords({ children }: { children: ReactNode }) {
  return <span className="card-words">{children}</span>;
}

/** The cell of the checkbox that selects the row; on a card it stands next to the first line. */
export function SelectCell({ children }: { children: ReactNode }) {
  return (
    <Table.Td role="cell" className="stacked-select">
      {children}
    </Table.Td>
  );
}

interface ScrollFrameProps {
  label: string;
  /** In pixels; what is in it does not become narrower. */
  minWidth: number;
  children: ReactNode;
}

/** What scrolls sideways by itself, with the keyboard too. */
function ScrollFrame({ label, minWidth, children }: ScrollFrameProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {children}
    </Table.ScrollContainer>
  );
}
