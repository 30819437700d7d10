import { withoutBidiControls } from "../../core/bidi.ts";

/**
 * Unchanged text is left alone: screen readers and selections notice every write. A `bdi` has a name,
 * in which a control could end the isolation.
 */
export function setText(element: Element, text: string): void {
  const shown = element.localName === "bdi" ? withoutBidiControls(text) : text;
  if (element.textContent !== shown) element.textContent = shown;
}
