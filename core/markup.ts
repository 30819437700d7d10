/** Escapes text for HTML, between tags and inside a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** HTML that `markup` does not escape. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** A template of HTML that escapes every value except Markup. */
export function markup(
  parts: TemplateStringsArray,
  ...values: (string | number | Markup)[]
): Markup {
  const texts = values.map((value) =>
    value instanceof Markup ? value.html : escapeMarkup(String(value)),
  );
  return new Markup(parts.map((part, index) => part + (texts[index] ?? "")).join(""));
}
