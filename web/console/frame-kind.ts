/** Paths by the shape of their page; all others are lists. */
export const frameKinds = {
  overview: /^\/organizations\/[^/]+\/?$/,
  thing: /\/(counters|groups|alerts|webhooks)\/[^/]+\/?$|\/reports\/?$/,
};

/** The shape that stands in place of a page while it is loaded; app-html.ts has the same as a script. */
export function frameKind(path: string): string {
  return frameKinds.overview.test(path)
    ? "overview"
    : frameKinds.thing.test(path)
      ? "thing"
      : "list";
}
