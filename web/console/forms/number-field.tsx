import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { numberAsShown } from "../../../core/written-number.ts";
import { decimalSignOf } from "../../browser/csv-line.ts";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "defaultValue" | "onChange"> {
  /** An empty text for none; NaN for what cannot be read. */
  value?: number | string;
  onChange?: (value: number | string) => void;
  /** Takes 12.5, too. */
  allowsDecimals?: boolean;
}

const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 12 });
const show = (number: number) => format.format(number);
const decimal = decimalSignOf(format.resolvedOptions().locale);

/** A field for a number, which it shows and reads as the page around it shows numbers. */
export function NumberField({
  value = "",
  onChange,
  allowsDecimals = false,
  error,
  onBlur,
  ...field
}: NumberFieldProps) {
  // What is typed, until the field is left or gets another value.
  const [typed, setTyped] = useState<{ text: string; value: number | string }>();
  const [isLeft, setIsLeft] = useState(true);
  const isTyped = typed !== undefined && Object.is(typed.value, value);
  const text = isTyped ? typed.text : value === "" ? "" : show(Number(value));
  const read = (written: string) =>
    written.trim() === ""
      ? { number: "" }
      : numberAsShown(written, { decimal, isWhole: !allowsDecimals, show });
  const shown = read(text);
  const refused = "refused" in shown ? shown.refused : undefined;
  return (
    <TextInput
      autoComplete="off"
      inputMode={allowsDecimals ? "decimal" : "text"}
      {...field}
      value={text}
      error={isLeft && refused ? refused : error}
      onChange={({ currentTarget: { value: written } }) => {
        const found = read(written);
        const next = "number" in found ? found.number : Number.NaN;
        setTyped({ text: written, value: next });
        setIsLeft(false);
        onChange?.(next);
      }}
      onBlur={(event) => {
        setIsLeft(true);
        // What was understood, in the page's own style.
        if (refused === undefined) setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}
