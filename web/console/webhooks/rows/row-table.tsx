import "./row-table.css";
import { Paper, Table } from "@mantine/core";
import type { ReactNode } from "react";

/** A column; a `wide` one is left out where the table has little room. */
export interface RowHead {
  name: string;
  wide?: boolean;
  /** Numbers and times stand at the right. */
  end?: boolean;
}

interface RowTableProps {
  /** For those who cannot see what is above it. */
  label: string;
  heads: RowHead[];
  /** In a column of its own: a checkbox that selects all rows. */
  selectAll?: ReactNode;
  /** In pixels. Where it has less, the table scrolls by itself, and its heads with it. */
  minWidth?: number;
  children: ReactNode;
}

/** A table with one line a row, whose heads stay in sight. A link with `row-link` is the whole row. */
export function RowTable({ label, heads, selectAll, minWidth, children }: RowTableProps) {
  const table = (
    <Table className="rows figures" aria-label={label} horizontalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          {selectAll !== undefined && <Table.Th className="row-select">{selectAll}</Table.Th>}
          {heads.map((head) => (
            <Table.Th key={head.name} className={cellClass(head)}>
              {head.name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
  return (
    <Paper withBorder className="rows-frame">
      {minWidth === undefined ? (
        table
      ) : (
        <Table.ScrollContainer
          className="rows-scroll"
          minWidth={minWidth}
          type="native"
          tabIndex={0}
          role="region"
          aria-label={label}
        >
          {table}
        </Table.ScrollContainer>
      )}
    </Paper>
  );
}

/** A cell of one line; what does not fit ends in an ellipsis. */
export function RowCell({ head, children }: { head: RowHead | undefined; children: ReactNode }) {
  return <Table.Td className={cellClass(head)}>{children}</Table.Td>;
}

function cellClass({ wide = false, end = false }: Partial<RowHead> = {}): string {
  return [wide && "row-wide", end && "row-end"].filter(Boolean).join(" ");
}
