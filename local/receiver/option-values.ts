import { InvalidArgumentError } from "commander";

/** 1024 and above, 443, or 0 for any free one. */
export function port(text: string): number {
  const value = wholeNumber(text, 65_535);
  if (value === undefined || (value !== 0 && value !== 443 && value < 1_024))
    throw new InvalidArgumentError("It must be 443, from 1024 to 65535, or 0 for any free one.");
  return value;
}

/** An HTTP status that ends a request. */
export function status(text: string): number {
  const value = wholeNumber(text, 599);
  if (value === undefined || value < 200)
    throw new InvalidArgumentError("It must be an HTTP status from 200 to 599.");
  return value;
}

/** Up to an hour. */
export function seconds(text: string): number {
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text) || Number(text) > 3_600)
    throw new InvalidArgumentError("It must be a number of seconds up to 3600, such as 12 or 0.5.");
  return Number(text);
}

/** Up to a thousand. */
export function times(text: string): number {
  const value = wholeNumber(text, 1_000);
  if (value === undefined) throw new InvalidArgumentError("It must be a number from 0 to 1000.");
  return value;
}

function wholeNumber(text: string, maximum: number): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= maximum ? Number(text) : undefined;
}
