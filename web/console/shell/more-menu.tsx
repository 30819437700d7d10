import { ActionIcon, Menu } from "@mantine/core";
import { KebabHorizontalIcon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";

interface MoreMenuProps {
  /** What it is for, such as "More for Main entrance". */
  label: string;
  /** In a row, without an edge. */
  isQuiet?: boolean;
  /** Entries of a Menu. */
  children: ReactNode;
}

/** Rare and destructive actions, a step away from the primary one. */
export function MoreMenu({ label, isQuiet = false, children }: MoreMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          {...(isQuiet ? { variant: "subtle", color: "gray" } : { variant: "default" })}
          size={36}
          aria-label={withoutBidiControls(label)}
          className="no-print"
        >
          <KebabHorizontalIcon aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
