import { Text } from "@mantine/core";
import { may } from "../../../core/members/role.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedId } from "./copied-id.tsx";

interface DeveloperIdProps {
  id: string;
  of: "counter" | "group" | "alert";
}

/** The id of a page's thing, for those who may create the keys and endpoints that ask for it. */
export function DeveloperId({ id, of }: DeveloperIdProps) {
  const { role } = useOrganization();
  if (!may(role, "manage_keys")) return null;
  return (
    <Text size="sm" c="dimmed" component="div" className="no-print">
      Id <CopiedId id={id} of={of} />
    </Text>
  );
}
