import type { IncomingHttpHeaders } from "node:http";
import type { buildApp } from "fauxqs";
import * as z from "zod";
import type { AccessControl, Denial } from "../../iam/access-control.ts";
import { accessKeyIn } from "../../iam/access-keys.ts";
import { s3Requests } from "../../iam/requests/rest-requests.ts";
import { localAccount } from "../../template/arns.ts";
import { isSqsRoute } from "../sqs/sqs-front.ts";

export interface S3FrontOptions {
  access: AccessControl;
  /** The names of the template's buckets; no other one is there. */
  buckets: readonly string[];
}

/**
 * Judges everything that fauxqs gets, except for SQS, before its body is read: path style; lists,
 * reads, writes and deletes of whole objects. All else is refused.
 */
export function putS3Front(
  app: ReturnType<typeof buildApp>,
  { access, buckets }: S3FrontOptions,
): void {
  app.addHook("onRequest", async (request, reply) => {
    if (isSqsRoute(request.routeOptions)) return;
    try {
      const { method, headers } = request;
      const target = s3Target(request.raw.url ?? "/");
      const requests = s3Requests(method, target) ?? [];
      const denial = access.refuse(accessKeyIn(headers.authorization), requests);
      if (denial) throw denied(denial);
      refuseOtherOwner(headers);
      if (!buckets.includes(target.bucket)) {
        throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist");
      }
      if (target.key) refuseObjectRequest(method, target, headers);
      else refuseBucketRequest(method, target);
      // What was judged is served, however the router reads the path.
      Object.assign(request.params as object, { bucket: target.bucket, "*": target.key });
      request.query = target.query;
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      return reply.status(error.status).type("application/xml").send(xml(error));
    }
  });
  app.addHook("preHandler", async (request, reply) => {
    if (isSqsRoute(request.routeOptions) || request.method !== "PUT") return;
    // fauxqs fails at a body that is empty, or that it has read as another service's.
    request.body ??= Buffer.alloc(0);
    if (Buffer.isBuffer(request.body)) return;
    const error = notImplemented("this content type");
    return reply.status(error.status).type("application/xml").send(xml(error));
  });
}

/** S3's order of keys, which is that of their UTF-8 bytes. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function denied({ reason, message }: Denial): S3Error {
  switch (reason) {
    case "denied":
      return new S3Error(403, "AccessDenied", message);
    case "unsigned":
      return new S3Error(403, "AccessDenied", "Access Denied");
    case "unknown key": {
      const unknown = "The AWS Access Key Id you provided does not exist in our records.";
      return new S3Error(403, "InvalidAccessKeyId", unknown);
    }
  }
}

function refuseBucketRequest(method: string, { query }: S3Target): void {
  if (method === "GET") checkListQuery(query);
  else if (method !== "HEAD") throw notImplemented(`${method} of a bucket`);
}

function refuseObjectRequest(method: string, target: S3Target, headers: IncomingHttpHeaders): void {
  refuseSubresource(target);
  refuseUnusableKey(target);
  if (method === "GET" || method === "HEAD") refuseUnknownRead(headers);
  else if (method === "PUT" || method === "DELETE") refuseUnknownWrite(headers);
  else throw notImplemented(`${method} of an object`);
}

/** An error of S3. */
class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What a request is about; without a key it is the bucket. */
interface S3Target {
  bucket: string;
  key: string;
  query: Record<string, string>;
}

/** Reads a path-style target by hand: URL would carry out `..`, which is refused here. */
function s3Target(target: string): S3Target {
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
  prefix: z.string().optional(),
  "max-keys": z.coerce.number().pipe(z.int().min(0)).optional(),
  "continuation-token": z.string().optional(),
  "start-after": z.string().optional(),
  "fetch-owner": z.string().optional(),
  "x-id": z.string().optional(),
});

function checkListQuery(query: S3Target["query"]): void {
  const { error } = ListQuery.safeParse(query);
  if (error) throw new S3Error(400, "InvalidArgument", z.prettifyError(error));
}

/** Keys that XML cannot say, and relative ones, which AWS takes in part. */
function refuseUnusableKey({ key }: S3Target): void {
  const isRelative = key.split("/").some((segment) => segment === "." || segment === "..");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  if (isRelative || /[\u0000-\u001f\u007f\ufffe\uffff]/.test(key)) {
    throw new S3Error(400, "InvalidArgument", "The local S3 does not take this key.");
  }
  if (Buffer.byteLength(key) > 1024) {
    throw new S3Error(400, "KeyTooLongError", "Your key is too long");
  }
}

/** Other parameters name a part of the object, such as its tags: they must not reach the object. */
function refuseSubresource({ query }: S3Target): void {
  const other = Object.keys(query).filter((name) => name !== "x-id");
  if (other.length > 0) throw notImplemented(`the parameter ${other.join()}`);
}

/** Who expects the bucket to be another account's gets it neither here nor on AWS. */
function refuseOtherOwner(headers: IncomingHttpHeaders): void {
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
function refuseUnknownRead(headers: IncomingHttpHeaders): void {
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
function refuseUnknownWrite(headers: IncomingHttpHeaders): void {
  const refused = Object.keys(headers).filter(
    (name) => refusedHeaders.includes(name) || refusedFamilies.test(name),
  );
  if (refused.length > 0) throw notImplemented(`the header ${refused.join()}`);
  if (String(headers["x-amz-content-sha256"]).startsWith("STREAMING-")) {
    throw notImplemented("bodies in chunks: give it as text or bytes, not as a stream");
  }
}

const notImplemented = (what: string) =>
  new S3Error(501, "NotImplemented", `The local S3 does not know ${what}.`);

function xml({ code, message }: S3Error): string {
  const text = message.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<Error><Code>${code}</Code><Message>${text}</Message></Error>`;
}
