import { pastedLink } from "../../core/pasted-link.ts";
import { keep, readKept } from "../browser/kept.ts";

/**
 * What stands behind # in a link, also where a program has encoded it or a full stop follows: taken out
 * of the address bar, where others could read it, and kept for this tab until it has been used. It is
 * never part of a URL that is sent.
 */
export function takeToken(keptAs: string): string | null {
  const token = pastedLink(location.href)?.token ?? location.hash.slice(1);
  if (token !== "") {
    keep("tab", keptAs, token);
    history.replaceState(null, "", location.pathname);
    return token;
  }
  const kept = readKept("tab", keptAs);
  return typeof kept === "string" ? kept : null;
}
