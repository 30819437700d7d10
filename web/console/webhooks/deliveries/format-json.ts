/** A string, a sign, or any other value of JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON on lines of its own for each value, to be read. Numbers and strings stay as they are written, which
 * a parser would not keep; text that is no JSON stays as a whole.
 */
export function formatJson(text: string): string {
  if (!isJson(text)) return text;
  let depth = 0;
  let formatted = "";
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of text.matchAll(tokens)) {
    const isClosing = token === "}" || token === "]";
    if (isClosing) depth -= 1;
    // What is empty stays on its line.
    const isAfterOpening = formatted.endsWith("{") || formatted.endsWith("[");
    if (isClosing ? !isAfterOpening : isAfterOpening) formatted += line();
    formatted += token;
    if (token === "{" || token === "[") depth += 1;
    if (token === ",") formatted += line();
    if (token === ":") formatted += " ";
  }
  return formatted;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
