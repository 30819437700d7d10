import { Input, Stack } from "@mantine/core";
import type { ReactNode } from "react";

/** The name of a choice, which says it by itself only to those who do not see. */
export function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={4}>
      <Input.Label component="div">{label}</Input.Label>
      {children}
    </Stack>
  );
}
