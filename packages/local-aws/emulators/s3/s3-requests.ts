import * as z from "zod";
import { localAccount } from "../../template/arns.ts";
import type { EmulatorRequest } from "../emulator-server.ts";

/** An error of S3. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What a request is about; without a key it is the bucket. */
export interface S3Target {
  bucket: string;
  key: string;
  query: Record<string, string>;
}

/** Reads a path-style target by hand: URL would carry out `..`, which is refused here. */
export function s3Target(target: string): S3Target {
  const [path = "", search = ""] = target.split(/\?(.*)/s);
  const [, bucket = "", key = ""] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  const query = Object.fromEntries(new URLSearchParams(search));
  try {
    return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key), query };
  } catch {
    throw new S3Error(400, "InvalidURI", "Couldn't parse the specified URI.");
  }
}

const ListQuery = z.strictObject({
  "list-type": z.literal("2"),
  prefix: z.string().default(""),
  "max-keys": z.coerce
    .number()
    .pipe(z.int().min(0))
    .default(1000)
    .transform((wanted) => Math.min(wanted, 1000)),
  "continuation-token": z.string().optional(),
  "start-after": z.string().default(""),
  "encoding-type": z.literal("url").optional(),
  "fetch-owner": z.string().optional(),
  "x-id": z.string().optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;

export function listQuery(query: S3Target["query"]): ListQuery {
  const parsed = ListQuery.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new S3Error(400, "InvalidArgument", z.prettifyError(parsed.error));
}

/** Other parameters name a part of the object, such as its tags: they must not reach the object. */
export function refuseSubresource({ query }: S3Target): void {
  const other = Object.keys(query).filter((name) => name !== "x-id");
  if (other.length > 0) throw notImplemented(`the parameter ${other.join()}`);
}

/** Who expects the bucket to be another account's gets it neither here nor on AWS. */
export function refuseOtherOwner({ headers }: EmulatorRequest): void {
  const { "x-amz-expected-bucket-owner": owner = localAccount } = headers;
  if (owner !== localAccount) throw new S3Error(403, "AccessDenied", "Access Denied");
}

const refusedInReads = [
  // A client that fetches parts would take the whole object for one of them.
  "range",
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since",
];

/** A whole object would be the wrong response to one who asks for a part, or on a condition. */
export function refuseUnknownRead({ headers }: EmulatorRequest): void {
  const refused = refusedInReads.filter((name) => name in headers);
  if (refused.length > 0) throw notImplemented(`the header ${refused.join()} of a read`);
}

const refusedHeaders = [
  "x-amz-copy-source",
  "if-match",
  "if-none-match",
  "x-amz-if-match-last-modified-time",
  "x-amz-if-match-size",
];

// Headers whose values would be stored with the object or checked: metadata, tags, locks, digests, …
const refusedFamilies =
  /^(x-amz-(meta-|tagging|acl|grant-|object-lock-|server-side-encryption|storage-class|website-)|content-md5$)/;

/** Writing in spite of a condition, or a body that is wrapped in chunks, would be wrong. */
export function refuseUnknownWrite({ headers }: EmulatorRequest): void {
  const refused = Object.keys(headers).filter(
    (name) => refusedHeaders.includes(name) || refusedFamilies.test(name),
  );
  if (refused.length > 0) throw notImplemented(`the header ${refused.join()}`);
  if (String(headers["x-amz-content-sha256"]).startsWith("STREAMING-")) {
    throw notImplemented("bodies in chunks: give it as text or bytes, not as a stream");
  }
}

export const notImplemented = (what: string) =>
  new S3Error(501, "NotImplemented", `The local S3 does not know ${what}.`);
