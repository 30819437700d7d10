import type { Context } from "aws-lambda";

/** What the handler and the middlewares share about one request. */
export interface RequestScope {
  startedMs: number;
  /** Headers for the response, also when it is an error. */
  responseHeaders: Record<string, string>;
  /** Key of the route, where the function knows it better than the HTTP API does. */
  route?: string;
  /** Id of the authorized or refused API key, for the log. */
  keyId?: string;
}

const scopes = new WeakMap<Context, RequestScope>();

/** The scope of the invocation with this context, created at the first call. */
export function requestScope(context: Context): RequestScope {
  const known = scopes.get(context);
  if (known !== undefined) return known;
  const scope: RequestScope = { startedMs: performance.now(), responseHeaders: {} };
  scopes.set(context, scope);
  return scope;
}
