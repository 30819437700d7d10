import { pastedLink } from "../../core/pasted-link.ts";

/**
 * What stands behind # in a link, also where a program has encoded it or a full stop follows: taken out
 * of the address bar, where others could read it, and kept for this tab until it has been used. It is
 * never part of a URL that is sent.
 */
export function takeToken(keptAs: string): string | null {
  const token = pastedLink(location.href)?.token ?? location.hash.slice(1);
  if (token !== "") {
    sessionStorage.setItem(keptAs, token);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(keptAs);
}
