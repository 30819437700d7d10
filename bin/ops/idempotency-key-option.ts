import { Option } from "commander";
import * as z from "zod";
import { idempotencyDays } from "../../core/counters/taps/tap-limits.ts";
import { optionValue } from "./terminal/option-value.ts";

/** `--idempotency-key`; the text says what a repeated key does. */
export function idempotencyKeyOption(repeated: string): Option {
  const explanation = repeated.replace("KEPT", `kept ${idempotencyDays} days`);
  return new Option("--idempotency-key <key>", explanation).argParser(optionValue(KeyText));
}

const KeyText = z
  .string()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u, "must be 1 to 200 printable characters")
  .refine((text) => text.trim() !== "", "must not be blank");
