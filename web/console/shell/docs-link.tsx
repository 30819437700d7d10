import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";

interface DocsLinkProps {
  /** A page of the docs, with a section of it, such as "integrators/webhooks#verify-it". */
  to: string;
  children: ReactNode;
}

/** A link to the docs of this deployment, in a tab of its own. The page says where they are. */
export function DocsLink({ to, children }: DocsLinkProps) {
  const docs = document.querySelector<HTMLMetaElement>('meta[name="docs"]')?.content ?? "";
  return (
    <Anchor inherit href={`${docs}/${to}`} target="_blank" underline="always">
      {children}
    </Anchor>
  );
}
