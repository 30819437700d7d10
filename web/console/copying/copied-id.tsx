import { ActionIcon, Code, CopyButton, VisuallyHidden } from "@mantine/core";

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
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d={copied ? tick : sheets} />
              </svg>
            </ActionIcon>
            <VisuallyHidden role="status">{copied && "Copied"}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </span>
  );
}

const tick = "M3 8.5 6.5 12 13 4.5";
const sheets = "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7";
