import { Paper, Table } from "@mantine/core";
import type { ReactNode } from "react";

interface WideTableProps {
  /** For those who cannot see what is above it. */
  label: string;
  heads: string[];
  /** Those over cells that are aligned right. */
  endHeads?: string[];
  /** In pixels; below this width the table scrolls. */
  minWidth: number;
  children: ReactNode;
}

/** A table that scrolls by itself where the window is narrow, with the keyboard too. */
export function WideTable({ label, heads, endHeads = [], minWidth, children }: WideTableProps) {
  return (
    <Paper withBorder>
      <ScrollFrame label={label} minWidth={minWidth}>
        <Table verticalSpacing="sm" horizontalSpacing="md" className="figures">
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head} ta={endHeads.includes(head) ? "right" : "left"}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </ScrollFrame>
    </Paper>
  );
}

interface ScrollFrameProps {
  label: string;
  /** In pixels; what is in it does not become narrower. */
  minWidth: number;
  children: ReactNode;
}

/** What scrolls sideways by itself, with the keyboard too. */
export function ScrollFrame({ label, minWidth, children }: ScrollFrameProps) {
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
