/** Unchanged text is left alone: screen readers and selections notice every write. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
