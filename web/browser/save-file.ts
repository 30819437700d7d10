import { withoutBidiControls } from "../../core/bidi.ts";
import { csvFile } from "./csv-line.ts";

/**
 * Hands a CSV file to the browser, which asks where to or saves it at once. Characters that a file's
 * name cannot have on some system become hyphens.
 */
export function saveFile(parts: string[], name: string): void {
  const url = URL.createObjectURL(csvFile(parts));
  const link = document.createElement("a");
  link.href = url;
  link.download = withoutBidiControls(name).replace(/[\\/:*?"<>|]/g, "-");
  link.click();
  URL.revokeObjectURL(url);
}
