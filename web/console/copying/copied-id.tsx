import { ActionIcon, Code, CopyButton, VisuallyHidden } from "@mantine/core";
import { CheckIcon, CopyIcon } from "@primer/octicons-react";

interface CopiedIdProps {
  id: string;
  /** What it is the id of, such as "counter". */
  of: string;
}

/** An id as programs have it, with a button that copies it. */
export function CopiedId({ id, of }: CopiedIdProps) {
  return (
    <span className="copied-id">
      <Code className="copied-value">{id}</Code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <>
            <ActionIcon
              size={24}
              variant="subtle"
              className="no-print"
              title={copied ? "Copied" : "Copy"}
              aria-label={`Copy the id of the ${of}`}
              onClick={copy}
            >
              {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
            </ActionIcon>
            <VisuallyHidden role="status">{copied && "Copied"}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </span>
  );
}
