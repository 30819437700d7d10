import { withoutKeys } from "../../../core/organizations/api-key.ts";
import { remark } from "../terminal/output.ts";
import { visible } from "../terminal/visible.ts";

const excerptLength = 200;
const remarks = 20;

/** The beginning of a text from outside, safe on a terminal. */
export function excerpt(text: string): string {
  const shown = visible(withoutKeys(text));
  return shown.length <= excerptLength ? shown : `${shown.slice(0, excerptLength - 1)}…`;
}

/** Says each, as long as they are few. */
export function remarkOnEach(texts: string[]): void {
  for (const text of texts.slice(0, remarks)) remark(text);
  const more = texts.length - remarks;
  if (more > 0) remark(`and ${more.toLocaleString("en")} more`);
}
