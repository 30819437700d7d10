import { Button, Text } from "@mantine/core";
import { docsUrl } from "./docs-link.tsx";
import { EmptyList } from "./query-states.tsx";

interface NeedsPlanProps {
  /** What needs which plan; the page says what it is for. */
  title: string;
  /** The page of the docs about it, and what its button says. */
  docs: string;
  button: string;
}

/** In place of what the organization's plan does not include: only an operator can change the plan. */
export function NeedsPlan({ title, docs, button }: NeedsPlanProps) {
  return (
    <EmptyList title={title}>
      <Text c="dimmed">Ask your operator to change the plan.</Text>
      <Button variant="default" component="a" href={docsUrl(docs)} target="_blank">
        {button}
      </Button>
    </EmptyList>
  );
}
