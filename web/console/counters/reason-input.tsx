import { TextInput, type TextInputProps } from "@mantine/core";

/** Why a number is set: it becomes a part of the public history. */
export function ReasonInput(props: Omit<TextInputProps, "label" | "description">) {
  return (
    <TextInput
      label="Reason"
      description="Public: everyone who can read the counter’s history sees it."
      {...props}
    />
  );
}

/** The reason as a request has it: absent where none was typed. */
export function reasonOf(typed: string): { reason?: string } {
  const reason = typed.trim();
  return reason === "" ? {} : { reason };
}
