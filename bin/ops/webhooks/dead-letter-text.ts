import { withoutKeys } from "../../../core/organizations/api-key.ts";
import { escapeControls } from "../terminal/escape-controls.ts";
import { notice } from "../terminal/output.ts";

const excerptLength = 200;
const remarks = 20;

/** The beginning of a text from outside, safe on a terminal. */
export function excerpt(text: string): string {
  const shown = escapeControls(withoutKeys(text));
  return shown.length <= excerptLength ? shown : `${shown.slice(0, excerptLength - 1)}…`;
}

/** Says each, as long as they are few. */
export function noticeOnEach(texts: string[]): void {
  for (const text of texts.slice(0, remarks)) notice(text);
  const more = texts.length - remarks;
  if (more > 0) notice(`and ${more.toLocaleString("en")} more`);
}
