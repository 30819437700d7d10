/** Whether a text fits; compiled once, asked often. */
export type Pattern = (text: string) => boolean;

/** A pattern with AWS's wildcards: `*` for any text and `?` for one character. */
export function textPattern(pattern: string, flags = "s"): Pattern {
  if (pattern === "*") return () => true;
  if (!/[*?]/.test(pattern) && !flags.includes("i")) return (text) => text === pattern;
  const source = escaped(pattern).replaceAll("*", ".*").replaceAll("?", ".");
  const expression = new RegExp(`^${source}$`, flags);
  return (text) => expression.test(text);
}

/**
 * A pattern of ARNs in a statement's resources. A `*` that ends a segment also matches beyond the colon;
 * "IAM JSON policy elements: Resource" in the IAM user guide.
 */
export function resourcePattern(pattern: string): Pattern {
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  const source = arnParts(pattern).map((segment, index) => {
    const one = index < 5 ? "[^:]" : ".";
    const crosses = segment.endsWith("*");
    const within = escaped(crosses ? segment.slice(0, -1) : segment)
      .replaceAll("*", `${one}*`)
      .replaceAll("?", one);
    return crosses ? `${within}.*` : within;
  });
  const expression = new RegExp(`^${source.join(":")}$`, "s");
  return (text) => expression.test(text);
}

/**
 * A pattern of ARNs in a condition. Each of the six parts between colons is matched by itself, so that a wildcard
 * never spans two of them; the last part is the rest of the ARN.
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

const escaped = (pattern: string) => pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");

function arnParts(arn: string): string[] {
  const parts = arn.split(":");
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(":")];
}
