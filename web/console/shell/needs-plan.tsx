import { Button, Text } from "@mantine/core";
import { docsUrl } from "./docs-link.tsx";
import { EmptyList } from "./query-states.tsx";

interface NeedsPlanProps {
  /** What needs which plan. */
  title: string;
  /** What it is for; the beginning of a sentence. */
  children: string;
  /** The page of the docs about it, and what its button says. */
  docs: string;
  button: string;
}

/** In place of what the organization's plan does not include: only an operator can change the plan. */
export function NeedsPlan({ title, children, docs, button }: NeedsPlanProps) {
  return (
    <EmptyList title={title}>
      <Text c="dimmed" maw={480}>
        {children}. Ask your operator to change the plan.
      </Text>
      <Button variant="default" component="a" href={docsUrl(docs)} target="_blank">
        {button}
      </Button>
    </EmptyList>
  );
}
