/** Some of a request's headers, cookies or query parameters, by name; names of headers in lower case. */
export type Selection =
  | "none"
  | "all"
  | { only: readonly string[] }
  | { except: readonly string[] };

/** What the origin gets of a viewer's request. */
export interface Forwarded {
  headers: Selection;
  cookies: Selection;
  query: Selection;
  /** Headers of CloudFront's own, such as `cloudfront-viewer-address`. */
  added?: readonly string[];
}

/** What is part of the cache key, and for how long a response is kept. */
export interface CachePolicy extends Forwarded {
  /** Seconds. */
  ttl: { min: number; default: number; max: number };
  /** The compressed forms that are kept beside the plain one. */
  encodings: readonly ("br" | "gzip")[];
}

export interface ResponseHeadersPolicy {
  remove?: readonly string[];
  add: readonly AddedHeader[];
}

export interface AddedHeader {
  name: string;
  value: string;
  /** Whether it replaces the origin's header of this name. */
  override?: boolean;
  /** Only on responses to requests of other origins. */
  onlyToCors?: boolean;
}
