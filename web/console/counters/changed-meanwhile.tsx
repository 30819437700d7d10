import { Alert, List, Text } from "@mantine/core";

/** A setting that somebody else has changed while it was being edited. */
export interface OvertakenSetting {
  label: string;
  /** As it is now. */
  now: string;
}

/** Says what somebody else has set meanwhile; what was typed stays in the form. */
export function ChangedMeanwhile({ changes }: { changes: OvertakenSetting[] }) {
  return (
    <Alert
      color="orange"
      role="alert"
      title={
        <Text inherit c="bright">
          Somebody else has changed this meanwhile
        </Text>
      }
    >
      <List size="sm">
        {changes.map(({ label, now }) => (
          <List.Item key={label}>
            {label} is now <bdi>{now}</bdi>.
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        Nothing of yours was saved. Save yours over it, or cancel to keep theirs.
      </Text>
    </Alert>
  );
}
