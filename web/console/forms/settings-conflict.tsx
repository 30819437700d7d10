import { Alert, List, Text } from "@mantine/core";
import { Foreign } from "../shell/foreign.tsx";

/** A setting that another person has changed while it was being edited. */
export interface ConflictingSetting {
  label: string;
  /** As it is now. */
  now: string;
}

interface SettingsConflictProps {
  changes: ConflictingSetting[];
  /** What to do to keep what the others have set. */
  toKeepTheirs?: string;
}

/** Says what another person has set meanwhile; what was typed stays in the form. */
export function SettingsConflict({ changes, toKeepTheirs = "cancel" }: SettingsConflictProps) {
  return (
    <Alert
      color="orange"
      role="alert"
      title={
        <Text inherit c="bright">
          Another person has changed these settings
        </Text>
      }
    >
      <List size="sm">
        {changes.map(({ label, now }) => (
          <List.Item key={label}>
            {label} is now <Foreign>{now}</Foreign>.
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        Your changes are not saved. Save them anyway, or {toKeepTheirs} to keep theirs.
      </Text>
    </Alert>
  );
}
