import { Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";

interface MoreProps {
  /** Whether something in it must be seen, such as an error. */
  isNeeded: boolean;
  children: ReactNode;
}

/** What a form can be told beyond what it needs. */
export function More({ isNeeded, children }: MoreProps) {
  const [isOpen, setIsOpen] = useState(isNeeded);
  return (
    <details
      className="more"
      open={isOpen || isNeeded}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>More</summary>
      <Stack>{children}</Stack>
    </details>
  );
}
