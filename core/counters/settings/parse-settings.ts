import * as z from "zod";
import { NewName } from "../../display-name.ts";
import { decimalNumber, digits, signedWholeNumber } from "../../number-text.ts";
import { readYesOrNo } from "../../yes-or-no.ts";
import { Counter, CounterMode } from "../counter.ts";

const step = digits
  .refine(Number.isSafeInteger, `must be at most ${Number.MAX_SAFE_INTEGER}`)
  .pipe(Counter.shape.incrementStep);

const trueOrFalse = z
  .string()
  .transform((text) => readYesOrNo(text) ?? text)
  .pipe(z.boolean("must be true or false"));

/** A counter's settings as people write them, in an option of a command or a cell of a table. */
export const SettingText = {
  name: NewName,
  mode: z.enum(CounterMode.options, `must be one of ${CounterMode.options.join(", ")}`),
  incrementStep: step,
  decrementStep: step,
  groupId: Counter.shape.groupId.unwrap(),
  goalTarget: decimalNumber,
  locked: trueOrFalse,
  resetDaily: trueOrFalse,
  resetTo: signedWholeNumber,
  countsPeople: trueOrFalse,
};
