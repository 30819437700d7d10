import { Table } from "@mantine/core";
import type { ReactNode } from "react";

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
