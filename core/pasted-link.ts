/** A link of a gate or an invitation, as people paste it. */
export interface PastedLink {
  path: "/gate" | "/join";
  /** What stands behind # in the link. */
  token: string;
}

/**
 * The form of a link's token, as `parseLinkToken` reads it. It has a length: what stands behind it, such
 * as a full stop, a bracket or a quote, came with the text around the link.
 */
const form = /(org_[0-9A-Za-z]{20}\.(gat|inv)_[0-9A-Za-z]{20}\.)([\w-]{43})/;

/** Finds a link in a text or a URL, whatever became of its #; undefined without one. */
export function pastedLink(text: string): PastedLink | undefined {
  const [, names, kind, secret] = form.exec(text) ?? [];
  if (names === undefined) return undefined;
  return { path: kind === "gat" ? "/gate" : "/join", token: `${names}${secret}` };
}

/** Removes the secret of every link from a text, also of one that has lost its beginning or its end. */
export function withoutLinkSecrets(text: string): string {
  return text.replace(/((?:gat|inv)_[0-9A-Za-z]+\.)[\w-]+/g, "$1…");
}
