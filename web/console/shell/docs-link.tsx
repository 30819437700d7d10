import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";

interface DocsLinkProps {
  /** A page of the docs, with a section of it, such as "integrators/webhooks#verify-it". */
  to: string;
  children: ReactNode;
}

/** A link to the docs of this deployment, in a tab of its own. */
export function DocsLink({ to, children }: DocsLinkProps) {
  return (
    <Anchor inherit href={docsUrl(to)} target="_blank" underline="always">
      {children}
    </Anchor>
  );
}

/** The URL of a page of the docs; the console's page says where they are. */
export function docsUrl(to: string): string {
  const docs = document.querySelector<HTMLMetaElement>('meta[name="docs"]')?.content ?? "";
  return `${docs}/${to}`;
}
