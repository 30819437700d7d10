import { Anchor, Group, Text, VisuallyHidden } from "@mantine/core";

/** The sign and the name of the service, at the beginning of every header; it leads to the start page. */
export function Brand() {
  return (
    <Anchor href="/" underline="never" c="inherit">
      <Group gap="xs" wrap="nowrap">
        <Logo />
        <Text fw={600} visibleFrom="md">
          Counting Service
        </Text>
        <VisuallyHidden hiddenFrom="md">Start page</VisuallyHidden>
      </Group>
    </Anchor>
  );
}

/** A tally of five: the sign of the service. */
function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M8 9v14M13.3 9v14M18.7 9v14M24 9v14M5.5 20.5l21-9" />
    </svg>
  );
}
