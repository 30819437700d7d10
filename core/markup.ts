/** Text as it may stand in HTML, between tags and inside a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** HTML that is written as it is by `markup`, instead of being escaped. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** A template of HTML: whatever is put into it is escaped, unless it is Markup itself. */
export function markup(
  parts: TemplateStringsArray,
  ...values: (string | number | Markup)[]
): Markup {
  const texts = values.map((value) =>
    value instanceof Markup ? value.html : escapeMarkup(String(value)),
  );
  return new Markup(parts.map((part, index) => part + (texts[index] ?? "")).join(""));
}
