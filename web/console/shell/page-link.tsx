import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type TextLinkProps = AnchorProps & Omit<ComponentProps<"a">, keyof AnchorProps>;

function TextLink(props: TextLinkProps) {
  return <Anchor {...props} />;
}

/** The same as a button: the way on where there is one only. */
export const PageButton = createLink(
  (props: ButtonProps & Omit<ComponentProps<"a">, keyof ButtonProps>) => (
    <Button component="a" {...props} />
  ),
);

/** A link to another page of the console, which takes over without loading the app again. */
export const PageLink = createLink(TextLink);
