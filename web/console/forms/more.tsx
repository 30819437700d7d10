import { Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";

interface MoreProps {
  /** What is in it, such as “goal, daily reset”. */
  holds: string;
  /** Whether something in it must be seen, such as an error. */
  isNeeded: boolean;
  children: ReactNode;
}

/** What a form can be told beyond what it needs. */
export function More({ holds, isNeeded, children }: MoreProps) {
  const [isOpen, setIsOpen] = useState(isNeeded);
  return (
    <details
      className="more"
      open={isOpen || isNeeded}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>More: {holds}</summary>
      <Stack>{children}</Stack>
    </details>
  );
}
