import { Button, Center, Group, Stack, Text } from "@mantine/core";
import type { CreatedGate } from "../../../api/private/gates.ts";
import { CopiedValue } from "../copying/copied-value.tsx";
import { ShownOnceDialog } from "../dialogs/shown-once-dialog.tsx";
import { GateSheet } from "./gate-sheet.tsx";
import { QrCode } from "./qr-code.tsx";

interface GateLinkDialogProps {
  gate: CreatedGate;
  onClose: () => void;
}

/** Shows the link of a new gate, once. */
export function GateLinkDialog({ gate, onClose }: GateLinkDialogProps) {
  return (
    <ShownOnceDialog shown="gate's link" onClose={onClose} title="Your gate link">
      <Stack>
        <Text size="sm">
          Copy or print the link of <bdi>{gate.name}</bdi> now: it is shown only once. Whoever has
          it can count.
        </Text>
        <CopiedValue label="Link" value={gate.url} copy="Copy link" />
        <Center>
          <QrCode value={gate.url} label={`QR code of the gate ${gate.name}`} />
        </Center>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
      <GateSheet gate={gate} />
    </ShownOnceDialog>
  );
}
