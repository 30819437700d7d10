import { Button, Code, CopyButton, Input, Stack } from "@mantine/core";
import { CopyIconButton } from "./copied-id.tsx";

interface CopiedValueProps {
  label: string;
  /** What the button copies, to the byte. */
  value: string;
  /** The same to be read, where that is another text. */
  shown?: string;
  /** What the button says before it is pressed. */
  copy: string;
  /** Whether to copy it is what a dialog is for. */
  isFirst?: boolean;
}

/** Text that is to be taken elsewhere, in full, in a block with the button that copies it. */
export function CopiedValue(props: CopiedValueProps) {
  const { label, value, shown = value, copy, isFirst = false } = props;
  return (
    <Stack gap={0}>
      <Input.Label component="div">{label}</Input.Label>
      <div className="code-block">
        <Code block tabIndex={0} aria-label={label} className="copied-value">
          {shown}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy: take }) =>
            isFirst ? (
              <Button data-autofocus onClick={take} aria-live="polite" className="no-print">
                {copied ? "Copied" : copy}
              </Button>
            ) : (
              <CopyIconButton label={copy} copied={copied} onClick={take} />
            )
          }
        </CopyButton>
      </div>
    </Stack>
  );
}
