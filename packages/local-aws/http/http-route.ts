/** A route of an HTTP API; `segments` is undefined for `$default`. */
export interface Route {
  routeKey: string;
  method: string;
  segments?: string[];
  functionName: string;
  /** What the integration invokes: of an alias its own ARN. */
  functionArn: string;
  timeoutMs: number;
}

/** A route that serves a request, with its path parameters, decoded. */
export interface Match {
  route: Route;
  pathParameters: Record<string, string>;
}

/** Splits a route key such as `GET /items/{id}` or `$default`. */
export function readRouteKey(routeKey: string): Pick<Route, "routeKey" | "method" | "segments"> {
  if (routeKey === "$default") return { routeKey, method: "ANY" };
  const [method = "ANY", path = "/"] = routeKey.split(" ");
  return { routeKey, method, segments: path.split("/").slice(1) };
}

/** The route that AWS would choose: literal before `{name}` before `{name+}` before `$default`. */
export function matchRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): Match | undefined {
  const segments = path.split("/").slice(1);
  const matches = routes
    .filter((route) => route.method === "ANY" || route.method === method)
    .flatMap((route) => {
      const raw = captures(route.segments, segments);
      return raw ? [{ route, raw, rank: rank(route) }] : [];
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const best = matches[0];
  if (!best) return undefined;
  const decoded = Object.entries(best.raw).map(([name, value]) => [name, decode(value)]);
  return { route: best.route, pathParameters: Object.fromEntries(decoded) };
}

/** Percent-decoded text, or the text itself when its encoding is malformed. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The raw path parameters, or undefined when the path does not match. */
function captures(
  pattern: string[] | undefined,
  path: string[],
): Record<string, string> | undefined {
  if (!pattern) return {};
  const found: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = path[index];
    if (!actual && expected !== actual) return undefined;
    if (expected.endsWith("+}")) {
      found[expected.slice(1, -2)] = path.slice(index).join("/");
      return found;
    }
    if (expected.startsWith("{")) found[expected.slice(1, -1)] = actual ?? "";
    else if (decode(actual ?? "") !== expected) return undefined;
  }
  return path.length === pattern.length ? found : undefined;
}

// Sorts as text: one digit for each segment, then the method; $default comes last of all.
function rank({ segments, method }: Route): string {
  if (!segments) return "9";
  const digit = (segment: string) =>
    segment.endsWith("+}") ? "2" : segment.startsWith("{") ? "1" : "0";
  return segments.map(digit).join("") + (method === "ANY" ? "-9" : "-0");
}
