import { Radio, Stack } from "@mantine/core";
import { Foreign } from "../../shell/foreign.tsx";
import type { ImportQuestion } from "./use-import.ts";

interface ImportQuestionFieldProps {
  question: ImportQuestion & { answer: string | null };
  onAnswer: (answer: string) => void;
  disabled: boolean;
}

/** Asks what a file leaves open, with what it would read for each answer. */
export function ImportQuestionField({ question, onAnswer, disabled }: ImportQuestionFieldProps) {
  return (
    <Radio.Group {...textsOf(question)} value={question.answer} onChange={onAnswer}>
      <Stack gap="xs" mt={4}>
        {question.choices.map(({ value, reads }) => (
          <Radio key={value} value={value} label={<Foreign>{reads}</Foreign>} disabled={disabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function textsOf(question: ImportQuestion): { label: string; description: string } {
  if (question.about === "encoding") {
    const description =
      "The file does not say how they are encoded. If none is right, save it as “CSV UTF-8”.";
    return { label: "Which words are right?", description };
  }
  const { cell, line, field } = question;
  return {
    label: `Which number is “${cell}”?`,
    description: `Line ${line.toLocaleString()}, ${field}. All numbers of the file are read in the same way.`,
  };
}
