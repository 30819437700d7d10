type Value = string | number | boolean | Element | readonly Value[] | undefined;
interface Element {
  readonly [name: string]: Value;
}

/** An XML document with this root; a list repeats its element, and undefined is left out. */
export function xml(root: string, content: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`;
}

function element(name: string, value: Value): string {
  if (value === undefined) return "";
  if (isList(value)) return value.map((item) => element(name, item)).join("");
  const content =
    typeof value === "object"
      ? Object.entries(value)
          .map(([child, inner]) => element(child, inner))
          .join("")
      : escaped(String(value));
  return `<${name}>${content}</${name}>`;
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

// A carriage return that is not escaped would be read as a line feed.
function escaped(text: string): string {
  const numbered = (character: string) => `&#x${character.charCodeAt(0).toString(16)};`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped.
  return text.replace(/[&<>"'\u0000-\u001f\u007f]/g, numbered);
}
