import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";

interface ApiDescriptionProps {
  /** {api_url} */
  apiUrl: string;
  /** Where in it, as a pointer of JSON such as "/webhooks". */
  section?: string;
  children: ReactNode;
}

/** A link to the description of what programs use, in a tab of its own. */
export function ApiDescription({ apiUrl, section, children }: ApiDescriptionProps) {
  const hash = section === undefined ? "" : `#${section}`;
  return (
    <Anchor href={`${apiUrl}/api/v1/openapi.json${hash}`} target="_blank" underline="always">
      {children}
    </Anchor>
  );
}
