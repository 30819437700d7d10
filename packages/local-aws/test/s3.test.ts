import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { S3 as Client, paginateListObjectsV2 } from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { S3 } from "../emulators/s3/s3.ts";
import { localCredentials, localRegion } from "../template/arns.ts";

const folder = mkdtempSync(join(tmpdir(), "local-s3-"));
const buckets = join(folder, "buckets");
// A logical id serves as name when the template gives none.
const Bucket = "FailedRecords1A2B";
const s3 = new S3(buckets, [Bucket, "empty"]);
let endpoint: string;
let client: Client;

beforeAll(async () => {
  endpoint = await s3.start();
  client = clientWith({ forcePathStyle: true });
});
afterEach(() => rmSync(join(buckets, Bucket), { recursive: true, force: true }));
afterAll(async () => {
  client.destroy();
  await s3.close();
  rmSync(folder, { recursive: true });
});

const clientWith = (options: object) => {
  const quiet = () => {};
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const local = { region: localRegion, credentials: localCredentials, maxAttempts: 1, logger };
  return new Client({ ...local, endpoint, ...options });
};

const put = (Key: string, Body: string | Buffer = Key) => client.putObject({ Bucket, Key, Body });
const read = async (Key: string) => {
  const { Body } = await client.getObject({ Bucket, Key });
  return Body?.transformToString();
};
const keys = async (options: object = {}) => {
  const { Contents = [] } = await client.listObjectsV2({ Bucket, ...options });
  return Contents.map(({ Key }) => Key);
};

test("an object is written, listed, read and deleted, and leaves no folder behind", async () => {
  const Key = "aws/lambda/1/shard/2026/11/21/07.00.00-x";
  const before = Math.floor(Date.now() / 1000) * 1000;
  const { ETag } = await put(Key, "four");
  const { Contents, ...page } = await client.listObjectsV2({ Bucket });
  expect(page).toMatchObject({ Name: Bucket, KeyCount: 1, MaxKeys: 1000, IsTruncated: false });
  expect(Contents).toMatchObject([{ Key, Size: 4, ETag, LastModified: expect.any(Date) }]);
  expect(Contents?.[0]?.LastModified?.getTime()).toBeGreaterThanOrEqual(before);
  expect(await read(Key)).toBe("four");
  expect(await client.headObject({ Bucket, Key })).toMatchObject({ ContentLength: 4, ETag });
  await client.deleteObject({ Bucket, Key });
  // Deleting what is not there succeeds on AWS, too.
  await client.deleteObject({ Bucket, Key });
  expect(readdirSync(join(buckets, Bucket))).toEqual([]);
});

test("a client that does not ask for path style uses it for this address all the same", async () => {
  await put("a");
  const other = clientWith({});
  const { KeyCount } = await other.listObjectsV2({ Bucket });
  other.destroy();
  expect(KeyCount).toBe(1);
});

test("pages follow one another in the order of the keys", async () => {
  const wanted = ["B", "a", "a-1", "b/1", "b/2", "é", "😀"];
  for (const key of wanted.toReversed()) await put(key);
  const pages: string[][] = [];
  for await (const page of paginateListObjectsV2({ client, pageSize: 3 }, { Bucket })) {
    pages.push((page.Contents ?? []).map(({ Key = "" }) => Key));
  }
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
  expect(pages.flat()).toEqual(wanted);
  expect(await keys({ Prefix: "b/" })).toEqual(["b/1", "b/2"]);
  expect(await keys({ Prefix: "none" })).toEqual([]);
  expect(await keys({ StartAfter: "b/1" })).toEqual(["b/2", "é", "😀"]);
  expect(await keys({ MaxKeys: 0 })).toEqual([]);
});

const special = [
  "plain",
  "with space and +plus",
  " led by a space",
  "per%cent%2F and %20",
  "a&b<c>\"d'",
  "new\nline, return\rand tab\t",
  "?query#fragment;semi:colon",
  "back\\slash",
  "...dots..",
  "ümläut/😀/中文",
  "007",
  "__proto__",
];
test.each(special)("the key %j comes back as it was", async (key) => {
  await put(key, `content of ${key}`);
  expect(await keys()).toEqual([key]);
  expect(await keys({ Prefix: key })).toEqual([key]);
  expect(await read(key)).toBe(`content of ${key}`);
  await client.deleteObject({ Bucket, Key: key });
  expect(await keys()).toEqual([]);
});

test("the bytes of an object come back as they were", async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256));
  await put("bytes", bytes);
  const { Body } = await client.getObject({ Bucket, Key: "bytes" });
  expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
});

test("a bucket without objects is empty; one that is not declared is not there", async () => {
  expect((await client.listObjectsV2({ Bucket: "empty" })).KeyCount).toBe(0);
  for (const other of ["other", ".."]) {
    await expect(client.listObjectsV2({ Bucket: other })).rejects.toMatchObject({
      name: "NoSuchBucket",
      $metadata: { httpStatusCode: 404 },
    });
  }
});

test("an absent key is NoSuchKey, a folder as well", async () => {
  await put("a/b");
  for (const Key of ["absent", "a", "a/b/c"]) {
    await expect(client.getObject({ Bucket, Key })).rejects.toMatchObject({
      name: "NoSuchKey",
      $metadata: { httpStatusCode: 404 },
    });
    await expect(client.headObject({ Bucket, Key })).rejects.toMatchObject({ name: "NotFound" });
  }
  await client.deleteObject({ Bucket, Key: "a" });
  expect(await keys()).toEqual(["a/b"]);
});

test("half-written objects are not seen", async () => {
  await put("whole");
  writeFileSync(join(buckets, Bucket, "half.part"), "x");
  expect(await keys()).toEqual(["whole"]);
  await expect(read("half.part")).rejects.toThrow("cannot be a file's path");
});

// As they stand in the request: the SDK sends a key's dots and slashes as they are.
const paths = [
  "../secret",
  "a/../../secret",
  "%2e%2e/secret",
  "..%2fsecret",
  "%2E%2E%2Fsecret",
  "a/%2e%2e/b",
  "./a",
  "/etc/passwd",
  "%2Fetc%2Fpasswd",
  "a//b",
  "a/",
  "a%00b",
  "a%00/../b",
  `${"x".repeat(300)}`,
  `${"x/".repeat(600)}x`,
];
test.each(paths)("the path %s is refused, whatever is asked of it", async (path) => {
  mkdirSync(buckets, { recursive: true });
  writeFileSync(join(buckets, "secret"), "not an object");
  for (const method of ["GET", "PUT", "DELETE"]) {
    const answer = await raw(method, `/${Bucket}/${path}`);
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining("<Code>Invalid") });
  }
  expect(existsSync(join(buckets, "secret"))).toBe(true);
  expect(existsSync(join(buckets, Bucket))).toBe(false);
  rmSync(join(buckets, "secret"));
});

test.each([`/${Bucket}/../empty/x`, `/${Bucket}/%2e%2e/empty/x`, `/%2e%2e/secret`, "//secret"])(
  "%s does not lead to another bucket",
  async (path) => {
    expect((await raw("PUT", path)).status).toBeGreaterThanOrEqual(400);
    expect(existsSync(join(buckets, "empty"))).toBe(false);
  },
);

test("a key below another object's key is refused, and neither is harmed", async () => {
  await put("a/b");
  await expect(put("a/b/c")).rejects.toMatchObject({ name: "InvalidArgument" });
  await expect(put("a")).rejects.toMatchObject({ name: "InvalidArgument" });
  expect(await keys()).toEqual(["a/b"]);
  expect(await read("a/b")).toBe("a/b");
});

test("an unsupported request is refused and changes nothing", async () => {
  await put("kept");
  const Key = "kept";
  const refused = [
    () => client.putObjectTagging({ Bucket, Key, Tagging: { TagSet: [] } }),
    () => client.deleteObject({ Bucket, Key, VersionId: "1" }),
    () => client.putObject({ Bucket, Key, Body: "x", IfNoneMatch: "*" }),
    () => client.putObject({ Bucket, Key, Body: "x", Metadata: { by: "a" } }),
    () => client.putObject({ Bucket, Key, Body: "x", Tagging: "a=b" }),
    () => client.putObject({ Bucket, Key, Body: "x", ServerSideEncryption: "aws:kms" }),
    () => client.copyObject({ Bucket, Key, CopySource: `${Bucket}/other` }),
    () => client.putObject({ Bucket, Key, Body: Readable.from(["x"]), ContentLength: 1 }),
    () => client.getObject({ Bucket, Key, Range: "bytes=0-1" }),
    () => client.getObject({ Bucket, Key, IfMatch: '"other"' }),
    () => client.getObject({ Bucket, Key, IfNoneMatch: "*" }),
    () => client.getObject({ Bucket, Key, IfModifiedSince: new Date() }),
    () => client.getObject({ Bucket, Key, IfUnmodifiedSince: new Date(0) }),
    () => client.deleteBucket({ Bucket }),
  ];
  for (const ask of refused) await expect(ask()).rejects.toMatchObject({ name: "NotImplemented" });
  await expect(client.listObjectsV2({ Bucket, Delimiter: "/" })).rejects.toThrow("delimiter");
  expect(await read("kept")).toBe("kept");
});

test("a bucket is served to those who expect its own account as the owner, and to no others", async () => {
  await put("kept");
  const Key = "kept";
  await client.getObject({ Bucket, Key, ExpectedBucketOwner: "000000000000" });
  const other = { Bucket, ExpectedBucketOwner: "999999999999" };
  const refused = [
    () => client.getObject({ ...other, Key }),
    () => client.putObject({ ...other, Key, Body: "x" }),
    () => client.deleteObject({ ...other, Key }),
    () => client.listObjectsV2(other),
  ];
  for (const ask of refused) await expect(ask()).rejects.toMatchObject({ name: "AccessDenied" });
  expect(await read("kept")).toBe("kept");
});

/** A request whose path nobody normalizes on the way. */
function raw(method: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path }, async (response) => {
      resolve({ status: response.statusCode ?? 0, body: await text(response) });
    });
    sent.once("error", reject);
    sent.end();
  });
}
