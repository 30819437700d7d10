import { Input, NativeSelect, SegmentedControl, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";

interface ChoiceProps<Value extends string> {
  /** What is chosen, for those who do not see it. */
  label: string;
  data: readonly { value: Value; label: string; disabled?: boolean }[];
  /** Undefined when none is chosen; the select then shows `none`. */
  value: Value | undefined;
  none?: string;
  /** Of the narrowest window in which all stand side by side, in em. */
  minWidth?: number;
  onChange: (value: Value) => void;
}

/** One of several: side by side, and in a select where the window is too narrow. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, data, value, none = "", minWidth = 48, onChange } = props;
  const isNarrow = useMediaQuery(`(max-width: ${minWidth}em)`, undefined, {
    getInitialValueInEffect: false,
  });
  const choose = (text: string) => {
    const chosen = data.find((each) => each.value === text);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return isNarrow ? (
    <NativeSelect
      aria-label={label}
      value={value ?? ""}
      data={[...(value === undefined ? [{ value: "", label: none }] : []), ...data]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  ) : (
    <SegmentedControl aria-label={label} value={value ?? ""} data={[...data]} onChange={choose} />
  );
}

/** The name of a choice, which says it by itself only to those who do not see. */
export function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Input.Label component="div">{label}</Input.Label>
      {children}
    </Stack>
  );
}
