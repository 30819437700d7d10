import { Alert } from "@mantine/core";
import type { ExactNumber } from "../../../api/private/charts.ts";
import { may } from "../../../core/members/role.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";

interface BelowZeroProps {
  of: "counter" | "group";
  level: ExactNumber;
  capacity: number | null;
}

/** Tells whoever can correct it that a place with a capacity has fewer people than none. */
export function BelowZero({ of, level, capacity }: BelowZeroProps) {
  const { role } = useOrganization();
  if (capacity === null || Number(level) >= 0 || !may(role, "manage_counters")) return null;
  const subject = of === "counter" ? "The count is" : "The counters of the group add up to";
  const remedy = of === "counter" ? "Set the count" : "Set the count of one of its counters";
  return (
    <Alert color="orange" role="alert">
      {subject} {formatExact(level)}: more people were counted out than in. {remedy} to correct it;
      until then, people see 0.
    </Alert>
  );
}
