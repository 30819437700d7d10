import { join } from "node:path";
import type { AccessControl, Denial } from "../../iam/access-control.ts";
import { accessKeyIn } from "../../iam/access-keys.ts";
import { s3Requests } from "../../iam/requests/rest-requests.ts";
import { type EmulatorRequest, type EmulatorResponse, EmulatorServer } from "../emulator-server.ts";
import { compareKeys, ObjectFolder, type StoredObject, UnusableKey } from "./object-folder.ts";
import {
  listQuery,
  notImplemented,
  refuseOtherOwner,
  refuseSubresource,
  refuseUnknownRead,
  refuseUnknownWrite,
  S3Error,
  type S3Target,
  s3Target,
} from "./s3-requests.ts";

// A batch of failed records is far smaller: an event of at most 6 MB and its description.
const maxBodyBytes = 32 * 1024 * 1024;

/**
 * An emulator of S3's API, path style: lists, reads, writes and deletes the objects of the
 * template's buckets, which are folders. An object's metadata is not kept.
 */
export class S3 {
  readonly #buckets: ReadonlyMap<string, ObjectFolder>;
  readonly #server: EmulatorServer;
  readonly #access: AccessControl | undefined;

  /** Without `access`, everybody may do everything. */
  constructor(bucketFolder: string, names: readonly string[], access?: AccessControl) {
    this.#access = access;
    this.#buckets = new Map(
      names.map((name) => [name, new ObjectFolder(join(bucketFolder, name))]),
    );
    const respond = (request: EmulatorRequest) => this.#respond(request);
    this.#server = new EmulatorServer({ maxBodyBytes, respond });
  }

  /** Listens on a free port and returns its URL. */
  start(): Promise<string> {
    return this.#server.start();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #respond(request: EmulatorRequest): EmulatorResponse {
    try {
      const target = s3Target(request.target);
      this.#authorize(request, target);
      refuseOtherOwner(request);
      const bucket = this.#buckets.get(target.bucket);
      if (!bucket) throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist");
      return target.key
        ? serveObject(bucket, target, request)
        : serveBucket(bucket, target, request);
    } catch (error) {
      return failure(error);
    }
  }

  #authorize({ method, headers }: EmulatorRequest, target: S3Target): void {
    const requests = s3Requests(method, target) ?? [];
    const denial = this.#access?.refuse(accessKeyIn(headers.authorization), requests);
    if (denial) throw denied(denial);
  }
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

function serveBucket(
  bucket: ObjectFolder,
  target: S3Target,
  { method }: EmulatorRequest,
): EmulatorResponse {
  if (method === "HEAD") return { status: 200 };
  if (method === "GET") return list(bucket, target);
  throw notImplemented(`${method} of a bucket`);
}

function serveObject(
  bucket: ObjectFolder,
  target: S3Target,
  request: EmulatorRequest,
): EmulatorResponse {
  refuseSubresource(target);
  switch (request.method) {
    case "GET":
    case "HEAD":
      refuseUnknownRead(request);
      return get(bucket, target.key);
    case "PUT":
      return put(bucket, target.key, request);
    case "DELETE":
      refuseUnknownWrite(request);
      bucket.delete(target.key);
      return { status: 204 };
    default:
      throw notImplemented(`${request.method} of an object`);
  }
}

function get(bucket: ObjectFolder, key: string): EmulatorResponse {
  const object = bucket.describe(key);
  if (!object) throw new S3Error(404, "NoSuchKey", "The specified key does not exist.");
  const headers = {
    "content-type": "application/octet-stream",
    "last-modified": object.modifiedAt.toUTCString(),
    etag: quoted(object),
  };
  return { status: 200, headers, body: bucket.read(key) };
}

function put(bucket: ObjectFolder, key: string, request: EmulatorRequest): EmulatorResponse {
  refuseUnknownWrite(request);
  if (request.body === "too large") {
    const message = `The local S3 takes objects of up to ${maxBodyBytes} bytes.`;
    throw new S3Error(400, "EntityTooLarge", message);
  }
  bucket.write(key, request.body);
  const object = bucket.describe(key);
  return { status: 200, headers: { ...(object && { etag: quoted(object) }) } };
}

function list(bucket: ObjectFolder, { bucket: Name, query: given }: S3Target): EmulatorResponse {
  const query = listQuery(given);
  const token = query["continuation-token"];
  const after = token ? Buffer.from(token, "base64url").toString() : query["start-after"];
  const keys = bucket
    .keys()
    .filter((key) => key.startsWith(query.prefix) && compareKeys(key, after) > 0);
  const page = keys.slice(0, query["max-keys"]);
  const last = page.length < keys.length ? page.at(-1) : undefined;
  const written = query["encoding-type"] ? encodeURIComponent : (text: string) => text;
  const body = xml("ListBucketResult", {
    Name,
    Prefix: written(query.prefix),
    MaxKeys: query["max-keys"],
    KeyCount: page.length,
    IsTruncated: last !== undefined,
    ContinuationToken: token,
    NextContinuationToken: last && Buffer.from(last).toString("base64url"),
    EncodingType: query["encoding-type"],
    Contents: page
      .map((key) => bucket.describe(key))
      .filter((object) => object !== undefined)
      .map((object) => ({
        Key: written(object.key),
        LastModified: object.modifiedAt.toISOString(),
        ETag: quoted(object),
        Size: object.size,
        StorageClass: "STANDARD",
      })),
  });
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}

const quoted = ({ etag }: StoredObject) => `"${etag}"`;

function failure(error: unknown): EmulatorResponse {
  const { status, code, message } =
    error instanceof S3Error
      ? error
      : error instanceof UnusableKey
        ? new S3Error(400, "InvalidArgument", error.message)
        : new S3Error(500, "InternalError", String(error));
  const body = xml("Error", { Code: code, Message: message });
  return { status, headers: { "content-type": "application/xml" }, body };
}

type Value = string | number | boolean | Element | readonly Value[] | undefined;
interface Element {
  readonly [name: string]: Value;
}

/** An XML document with this root; a list repeats its element, and undefined is left out. */
function xml(root: string, content: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`;
}

function element(name: string, value: Value): string {
  if (value === undefined) return "";
  if (isList(value)) return value.map((item) => element(name, item)).join("");
  const content =
    typeof value === "object"
      ? Object.entries(value)
          .map(([child, inner]) => element(child, inner))
          .join("")
      : escaped(String(value));
  return `<${name}>${content}</${name}>`;
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

// A carriage return that is not escaped would be read as a line feed.
function escaped(text: string): string {
  const numbered = (character: string) => `&#x${character.charCodeAt(0).toString(16)};`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped.
  return text.replace(/[&<>"'\u0000-\u001f\u007f]/g, numbered);
}
