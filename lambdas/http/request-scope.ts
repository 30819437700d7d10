import type { Context } from "aws-lambda";
import type { DamagedItem } from "../../adapters/aws/damaged-items.ts";

/** What the handler and the middlewares share about one request. */
export interface RequestScope {
  startedMs: number;
  /** Headers for the response, also when it is an error. */
  responseHeaders: Record<string, string>;
  /** Key of the route, where the function knows it better than the HTTP API does. */
  route?: string;
  /** What lists of the response left out. */
  damaged: DamagedItem[];
  /** Id of the authorized or refused API key, for the log. */
  keyId?: string;
}

const scopes = new WeakMap<Context, RequestScope>();

/** The scope of the invocation with this context, created at the first call. */
export function requestScope(context: Context): RequestScope {
  const known = scopes.get(context);
  if (known !== undefined) return known;
  const startedMs = performance.now();
  const scope: RequestScope = { startedMs, responseHeaders: {}, damaged: [] };
  scopes.set(context, scope);
  return scope;
}
