import { ActionIcon, Code, CopyButton, VisuallyHidden } from "@mantine/core";
import { CheckIcon, CopyIcon } from "@primer/octicons-react";

interface CopiedIdProps {
  id: string;
  /** What it is the id of, such as "counter". */
  of: string;
  /** What it is, if it is no id. */
  what?: string;
}

/** An id as programs have it, with a button that copies it. */
export function CopiedId({ id, of, what = "id" }: CopiedIdProps) {
  return (
    <span className="copied-id">
      <Code className="copied-value">{id}</Code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <CopyIconButton label={`Copy the ${what} of the ${of}`} copied={copied} onClick={copy} />
        )}
      </CopyButton>
    </span>
  );
}

interface CopyIconButtonProps {
  label: string;
  copied: boolean;
  onClick: () => void;
}

/** Copies what stands beside it. */
export function CopyIconButton({ label, copied, onClick }: CopyIconButtonProps) {
  return (
    <>
      <ActionIcon
        size={24}
        variant="subtle"
        className="no-print"
        title={copied ? "Copied" : "Copy"}
        onClick={onClick}
      >
        {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
        <VisuallyHidden>{label}</VisuallyHidden>
      </ActionIcon>
      <VisuallyHidden role="status">{copied && "Copied"}</VisuallyHidden>
    </>
  );
}
