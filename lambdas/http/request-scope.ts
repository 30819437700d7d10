import type { Context } from "aws-lambda";

/** What is gathered about one request while it is served. */
export interface RequestScope {
  startedMs: number;
  /** Headers for whatever the answer turns out to be, an error included. */
  responseHeaders: Record<string, string>;
  /** Id of the authorized or refused API key, for the log. */
  keyId?: string;
}

const scopes = new WeakMap<Context, RequestScope>();

/** The scope of the invocation that has this context; begins at the first call. */
export function requestScope(context: Context): RequestScope {
  const known = scopes.get(context);
  if (known !== undefined) return known;
  const scope: RequestScope = { startedMs: performance.now(), responseHeaders: {} };
  scopes.set(context, scope);
  return scope;
}
