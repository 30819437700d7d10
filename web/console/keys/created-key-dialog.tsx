import { Alert, Button, Group, Stack } from "@mantine/core";
import type { CreatedKey } from "../../../api/private/keys.ts";
import { CopiedValue } from "../copying/copied-value.tsx";
import { ShownOnceDialog } from "../dialogs/shown-once-dialog.tsx";

interface CreatedKeyDialogProps {
  created: CreatedKey;
  /** {api_url} */
  apiUrl: string;
  onClose: () => void;
}

/** A new key, shown once. */
export function CreatedKeyDialog({ created: { key }, apiUrl, onClose }: CreatedKeyDialogProps) {
  return (
    <ShownOnceDialog shown="API key" onClose={onClose} title="Save this key now" size="lg">
      <Stack>
        <Alert color="yellow">
          It is shown only once: the service stores only a hash of it. Whoever has it reads all
          counters of the organization.
        </Alert>
        <CopiedValue label="API key" value={key} copy="Copy key" />
        <CopiedValue
          label="Try it"
          value={`curl -H "Authorization: Bearer ${key}" ${apiUrl}/api/v1/counters`}
          copy="Copy command"
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have saved it</Button>
        </Group>
      </Stack>
    </ShownOnceDialog>
  );
}
