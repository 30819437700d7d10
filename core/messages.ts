import { withoutBidiControls } from "./bidi.ts";
import type { Language } from "./languages.ts";

/** The forms of each language for numbers, as `Intl.PluralRules` names them. */
interface PluralForms {
  en: "one" | "other";
  de: "one" | "other";
  fr: "one" | "many" | "other";
  es: "one" | "many" | "other";
  pt: "one" | "many" | "other";
  nl: "one" | "other";
  ja: "other";
  ar: "zero" | "one" | "two" | "few" | "many" | "other";
}

type Form<Spoken extends Language> = PluralForms[Spoken] | "other";

/** A text for each form; a form that is missing is a type error. */
export type Plural<Spoken extends Language> = Record<Form<Spoken>, string>;

export interface Grammar<Spoken extends Language> {
  number(value: number): string;
  /** With its sign, for a change. */
  signed(value: number): string;
  plural(count: number, forms: Plural<Spoken>): string;
}

/** What the messages of a language are made with. */
export function grammarOf<Spoken extends Language>(language: Spoken): Grammar<Spoken> {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const changes = new Intl.NumberFormat(language, { signDisplay: "exceptZero" });
  const rules = new Intl.PluralRules(language);
  return {
    number: (value) => numbers.format(value),
    signed: (value) => changes.format(value),
    plural(count, forms) {
      const texts: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string } = forms;
      return texts[rules.select(count)] ?? texts.other;
    },
  };
}

/**
 * Isolates a text that is not ours, such as a name, so that its direction changes nothing around it.
 * Controls in it are left out: one can end the isolation.
 */
export function isolated(text: string): string {
  return `\u2068${withoutBidiControls(text)}\u2069`;
}
