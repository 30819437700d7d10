// Without zod: the console's fields and files are read by the same rules.

/** The sign before the fraction of a number. */
export const decimalSigns = [".", ","] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/**
 * The number that a person or a spreadsheet has written, such as "1,284", "1’284" or "12,5", in
 * digits and a point: "1284", "12.5". Undefined for what is no number with that decimal sign.
 */
export function plainNumber(written: string, decimal: DecimalSign): string | undefined {
  const { groups } = patterns[decimal].exec(inAscii(written, decimal)) ?? {};
  if (groups === undefined) return undefined;
  const { sign, whole = "", fraction = "" } = groups;
  const digits = whole.replace(/\D/g, "");
  const decimals = fraction.replace(/0+$/, "");
  const amount = decimals === "" ? digits : `${digits}.${decimals}`;
  return sign === "-" && amount !== "0" ? `-${amount}` : amount;
}

/** What a text can mean as a number: nothing, one number, or one for each decimal sign. */
export function readingsOf(written: string): { decimal: DecimalSign; number: string }[] {
  return decimalSigns.flatMap((decimal) => {
    const number = plainNumber(written, decimal);
    return number === undefined ? [] : [{ decimal, number }];
  });
}

/** The two numbers that a text can mean; undefined where it means one at most. */
export function twoNumbers(
  written: string,
): { decimal: DecimalSign; number: string }[] | undefined {
  const readings = readingsOf(written);
  return new Set(readings.map(({ number }) => number)).size > 1 ? readings : undefined;
}

/**
 * What a person means who writes a number as their page shows it. What another decimal sign would make
 * another number is refused, with what it could be.
 */
export function numberAsShown(
  written: string,
  { decimal, isWhole, show }: NumberStyle,
): { number: number } | { refused: string } {
  const own = plainNumber(written, decimal);
  if (own !== undefined && (!isWhole || !own.includes("."))) return { number: Number(own) };
  const [other] = readingsOf(written).filter(({ number }) => !isWhole || !number.includes("."));
  if (other !== undefined) return { refused: `Is it ${show(Number(other.number))}? Write it so.` };
  const example = isWhole ? show(1_250) : `${show(1_250)} or ${show(12.5)}`;
  return { refused: `Write a number such as ${example}.` };
}

export interface NumberStyle {
  /** That of the page. */
  decimal: DecimalSign;
  isWhole: boolean;
  /** Writes a number as the page does. */
  show(number: number): string;
}

/** One sign separates all groups of three; India writes all but the last in twos. */
const patterns: Record<DecimalSign, RegExp> = {
  ".": patternOf(
    ".",
    String.raw`[1-9]\d{0,2}(?<by>[,' ])\d{3}(\k<by>\d{3})*|[1-9]\d?(,\d\d)+,\d{3}`,
  ),
  ",": patternOf(",", String.raw`[1-9]\d{0,2}(?<by>[.' ])\d{3}(\k<by>\d{3})*`),
};

/** Twelve decimal places stay inside what is stored exactly. */
function patternOf(decimal: DecimalSign, grouped: string): RegExp {
  const whole = String.raw`(?<whole>0|[1-9]\d*|${grouped})`;
  return new RegExp(String.raw`^(?<sign>[+-]?)${whole}([${decimal}](?<fraction>\d{1,12}))?$`);
}

const minus = /[\u2010-\u2012\u2212]/g;
const apostrophes = /[\u2018\u2019\u02bc]/g;
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** With plain spaces, and the digits and signs of Arabic and of full width as those of ASCII. */
function inAscii(written: string, decimal: DecimalSign): string {
  return written
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/\s/g, " ")
    .replace(/[\u200e\u200f\u061c]/g, "")
    .replace(minus, "-")
    .replace(apostrophes, "'")
    .replace(arabicDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll("\u066b", decimal)
    .replaceAll("\u066c", "'");
}
