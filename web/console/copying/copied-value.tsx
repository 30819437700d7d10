import { Button, Code, CopyButton, Group, Input, Stack } from "@mantine/core";

interface CopiedValueProps {
  label: string;
  /** What the button copies, to the byte. */
  value: string;
  /** The same to be read, where that is another text. */
  shown?: string;
  /** What the button says before it is pressed. */
  copy: string;
}

/** Text that is to be taken elsewhere, in full and with a button that copies it. */
export function CopiedValue({ label, value, shown = value, copy }: CopiedValueProps) {
  return (
    <Stack gap={4}>
      <Input.Label component="div">{label}</Input.Label>
      <Group gap="xs" align="flex-start">
        <Code
          block
          flex="1 1 14rem"
          miw={0}
          tabIndex={0}
          aria-label={label}
          className="copied-value"
        >
          {shown}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy: take }) => (
            <Button variant="default" onClick={take} aria-live="polite" flex="none">
              {copied ? "Copied" : copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
