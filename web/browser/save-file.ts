import { withoutBidiControls } from "../../core/bidi.ts";

/**
 * Hands a CSV file to the browser, which asks where to or saves it at once. Characters that a file's
 * name cannot have on some system become hyphens.
 */
export function saveFile(parts: string[], name: string): void {
  const file = new Blob(parts, { type: "text/csv;charset=utf-8" });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = withoutBidiControls(name).replace(/[\\/:*?"<>|]/g, "-");
  link.click();
  URL.revokeObjectURL(url);
}
