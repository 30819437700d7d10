import { Button, Group } from "@mantine/core";

interface DialogFootProps {
  /** What the form's button says. */
  submit: string;
  isPending: boolean;
  onCancel: () => void;
}

/** The end of a dialog's form: a button that closes it, and the form's own. */
export function DialogFoot({ submit, isPending, onCancel }: DialogFootProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {submit}
      </Button>
    </Group>
  );
}
