/** The longest path to return to with its query, encoded; it travels in a cookie. */
const longestPath = 1_000;

/**
 * The page of this origin that a sign-in leads back to, as an absolute URL. Everything else than a
 * plain path, and what would sign in or act again, leads to the start page. A fragment is dropped:
 * it could hold the secret of a link, and a query is not the place for one.
 */
export function returnUrl(consoleUrl: string, path: string | undefined): string {
  const start = new URL("/", consoleUrl).href;
  if (path === undefined || !isPlainPath(path)) return start;
  const url = URL.parse(path, consoleUrl);
  if (url === null || url.origin !== new URL(consoleUrl).origin) return start;
  url.hash = "";
  return url.pathname.length + url.search.length <= longestPath ? url.href : start;
}

/**
 * One slash at the front, and nothing that browsers turn into another path or another host:
 * backslashes, control characters, white space, dots as segments. Whoever decodes the path on the
 * way, even several times, must not find anything of this either, nor a page that signs in.
 */
function isPlainPath(path: string): boolean {
  if (path.length > longestPath || !/^\/[^\\\s\p{Cc}]*$/u.test(path)) return false;
  const [pathname = ""] = path.split(/[?#]/);
  const decoded = fullyDecoded(pathname);
  return (
    decoded !== undefined &&
    !/[\\\s\p{Cc}]|\/\/|\/\.{1,2}(\/|$)/u.test(decoded) &&
    !/^\/(sign-in|sign-out|api)(\/|$)/.test(decoded)
  );
}

/** Decoded until nothing is left to decode; undefined for text that cannot be. */
function fullyDecoded(text: string): string | undefined {
  try {
    // Each round is shorter than the one before.
    for (let [before, after] = ["", text]; ; [before, after] = [after, decodeURIComponent(after)]) {
      if (before === after) return after;
    }
  } catch {
    return undefined;
  }
}
