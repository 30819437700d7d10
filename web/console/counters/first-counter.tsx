import { Button, List, Text } from "@mantine/core";
import { EmptyList } from "../shell/list-states.tsx";

interface FirstCounterProps {
  /** Absent for somebody who only looks. */
  onCreate: (() => void) | undefined;
}

/** What stands in place of the list of an organization without counters. */
export function FirstCounter({ onCreate }: FirstCounterProps) {
  if (onCreate === undefined) {
    return (
      <EmptyList title="No counters yet">
        <Text>An owner or an admin of the organization makes the first one.</Text>
      </EmptyList>
    );
  }
  return (
    <EmptyList title="Begin with a counter">
      <List type="ordered" ta="start" spacing={4}>
        <List.Item>Make a counter, for example for an entrance.</List.Item>
        <List.Item>Count: on this device, or with a gate link on any phone.</List.Item>
        <List.Item>
          Connect: put the live number into a page, or send counts to your systems.
        </List.Item>
      </List>
      <Button onClick={onCreate}>Make the first counter</Button>
    </EmptyList>
  );
}
