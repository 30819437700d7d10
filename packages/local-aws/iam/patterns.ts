/** Whether a text fits; compiled once, asked often. */
export type Pattern = (text: string) => boolean;

/** A pattern with AWS's wildcards: `*` for any text and `?` for one character. */
export function textPattern(pattern: string, flags = "s"): Pattern {
  if (pattern === "*") return () => true;
  if (!/[*?]/.test(pattern) && !flags.includes("i")) return (text) => text === pattern;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${source}$`, flags);
  return (text) => expression.test(text);
}

/**
 * A pattern of ARNs. Each of the six parts between colons is matched by itself, so that a wildcard
 * never spans two of them; the last part is all of the rest.
 */
export function arnPattern(pattern: string): Pattern {
  if (pattern === "*") return () => true;
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  const parts = arnParts(pattern).map((part) => textPattern(part));
  return (text) => {
    const found = arnParts(text);
    return found.length === parts.length && parts.every((part, index) => part(found[index] ?? ""));
  };
}

function arnParts(arn: string): string[] {
  const parts = arn.split(":");
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(":")];
}
