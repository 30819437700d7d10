/**
 * Whether a path matches a behavior's pattern: `*` is any text, `?` one character, case counts, and
 * the first slash may be missing ("Path pattern", CloudFront Developer Guide).
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const text = pattern
    .replace(/^\/?/, "/")
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${text}$`, "s");
  return (path) => expression.test(normalized(path));
}

/** RFC 3986 §6.2.2: without dot segments, and with letters, digits and `-._~` as they are. */
function normalized(path: string): string {
  const readable = path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  return new URL(`path://host${readable.replace(/^\/?/, "/")}`).pathname;
}
