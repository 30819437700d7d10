import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type TextLinkProps = AnchorProps & Omit<ComponentProps<"a">, keyof AnchorProps>;

function TextLink(props: TextLinkProps) {
  return <Anchor {...props} />;
}

/** A link to another page of the console, which takes over without loading the app again. */
export const PageLink = createLink(TextLink);
