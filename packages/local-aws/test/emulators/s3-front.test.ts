import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { S3 as Client, paginateListObjectsV2 } from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Fauxqs, startFauxqs } from "../../emulators/fauxqs.ts";
import { AccessControl } from "../../iam/access-control.ts";
import { localCredentials, localRegion } from "../../template/arns.ts";

const folder = mkdtempSync(join(tmpdir(), "local-s3-"));
// A logical id serves as name when the template gives none.
const Bucket = "FailedRecords1A2B";
const policies = { roles: new Map(), resources: new Map() };
const access = new AccessControl({ policies, functions: [], onEvent: () => {} });
let fauxqs: Fauxqs;
let client: Client;

async function start(): Promise<void> {
  fauxqs = await startFauxqs(folder, { access, buckets: [Bucket, "empty"] });
  client = new Client({
    region: localRegion,
    credentials: localCredentials,
    maxAttempts: 1,
    endpoint: fauxqs.url,
  });
}
async function stop(): Promise<void> {
  client.destroy();
  await fauxqs.close();
}
beforeAll(start);
afterEach(async () => {
  for (const Key of await keys()) await client.deleteObject({ Bucket, Key });
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

const put = (Key: string, Body: string | Buffer = Key) => client.putObject({ Bucket, Key, Body });
const read = async (Key: string) => {
  const { Body } = await client.getObject({ Bucket, Key });
  return Body?.transformToString();
};
const keys = async (options: object = {}) => {
  const { Contents = [] } = await client.listObjectsV2({ Bucket, ...options });
  return Contents.map(({ Key }) => Key);
};

test("an object is written, listed, read and deleted, and is there after another start", async () => {
  const Key = "aws/lambda/1/shard/2026/11/21/07.00.00-x";
  const { ETag } = await put(Key, "four");
  await put("empty", "");
  await stop();
  await start();
  const { Contents, ...page } = await client.listObjectsV2({ Bucket });
  expect(page).toMatchObject({ Name: Bucket, KeyCount: 2, MaxKeys: 1000, IsTruncated: false });
  expect(Contents?.[0]).toMatchObject({ Key, Size: 4, ETag, LastModified: expect.any(Date) });
  expect([await read(Key), await read("empty")]).toEqual(["four", ""]);
  await client.deleteObject({ Bucket, Key });
  // Deleting what is not there succeeds on AWS, too.
  await client.deleteObject({ Bucket, Key });
  expect(await keys()).toEqual(["empty"]);
  await expect(read(Key)).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("pages follow one another in the order of the keys' bytes", async () => {
  const wanted = ["B", "a", "a-1", "b/1", "b/2", "é", "\ufb01", "😀"];
  for (const key of wanted.toReversed()) await put(key);
  for (const pageSize of wanted.map((_, index) => index + 1)) {
    const found: (string | undefined)[] = [];
    for await (const page of paginateListObjectsV2({ client, pageSize }, { Bucket })) {
      found.push(...(page.Contents ?? []).map(({ Key }) => Key));
    }
    expect(found).toEqual(wanted);
  }
  expect(await keys({ Prefix: "b/" })).toEqual(["b/1", "b/2"]);
  expect(await keys({ StartAfter: "b/2" })).toEqual(["é", "\ufb01", "😀"]);
  expect(await keys({ MaxKeys: 0 })).toEqual([]);
});

test("a key comes back as it was", async () => {
  const special = [
    "with space and +plus",
    "per%cent%2F and %20",
    "a&b<c>\"d'",
    "?query#fragment;semi:colon",
    "back\\slash",
    "...dots..",
    "ümläut/😀/中文",
    "__proto__",
    `${"x".repeat(1000)}//y/`,
  ];
  for (const key of special) {
    await put(key, `content of ${key}`);
    expect(await keys({ Prefix: key })).toEqual([key]);
    expect(await read(key)).toBe(`content of ${key}`);
  }
  expect((await keys()).toSorted()).toEqual(special.toSorted());
});

test("a bucket that the template does not declare is not there, and cannot be made", async () => {
  expect((await client.listObjectsV2({ Bucket: "empty" })).KeyCount).toBe(0);
  const refusal = { name: "NoSuchBucket", $metadata: { httpStatusCode: 404 } };
  await expect(client.createBucket({ Bucket: "other" })).rejects.toMatchObject(refusal);
  await expect(client.listObjectsV2({ Bucket: "other" })).rejects.toMatchObject(refusal);
  for (const path of ["/", "/health", "/_fauxqs/queues"]) {
    expect((await raw("GET", path)).status).toBe(404);
  }
});

// As they stand in the request: the SDK sends a key's dots and slashes as they are.
test.each([
  "../empty/x",
  "%2e%2e/empty/x",
  "a/..%2fempty",
  "./a",
  "a%00b",
  "line%0Dfeed",
  "%ff",
  "x/".repeat(600),
])("the path %s is refused, whatever is asked of it", async (path) => {
  for (const method of ["GET", "PUT", "DELETE"]) {
    expect((await raw(method, `/${Bucket}/${path}`)).status).toBe(400);
  }
  expect(await keys()).toEqual([]);
  expect((await client.listObjectsV2({ Bucket: "empty" })).KeyCount).toBe(0);
});

test("what is judged is served, however the path, the query and the host are written", async () => {
  await put("kept");
  expect((await raw("PUT", `/${Bucket}/a#renameObject`)).status).toBe(200);
  expect(await keys()).toEqual(["a#renameObject", "kept"]);
  expect((await raw("DELETE", `/${Bucket}%2Fkept`)).status).toBe(404);
  expect((await raw("DELETE", "/kept", { host: `${Bucket}.example.com` })).status).toBe(204);
  expect(await keys()).toEqual(["a#renameObject"]);
  const sqs = { "x-amz-target": "AmazonSQS.ListQueues" };
  const strange = { ...sqs, authorization: "Credential=somebody/" };
  expect((await raw("PUT", `/${Bucket}/b`, strange)).status).toBe(403);
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
    () => client.putObject({ Bucket, Key, Body: "a=b", ContentType: formType }),
    () => client.copyObject({ Bucket, Key, CopySource: `${Bucket}/other` }),
    () => client.putObject({ Bucket, Key, Body: Readable.from(["x"]), ContentLength: 1 }),
    () => client.getObject({ Bucket, Key, Range: "bytes=0-1" }),
    () => client.getObject({ Bucket, Key, IfMatch: '"other"' }),
    () => client.getObject({ Bucket, Key, IfNoneMatch: "*" }),
    () => client.getObject({ Bucket, Key, IfModifiedSince: new Date() }),
    () => client.getObject({ Bucket, Key, IfUnmodifiedSince: new Date(0) }),
    () => client.createMultipartUpload({ Bucket, Key }),
    () => client.deleteObjects({ Bucket, Delete: { Objects: [{ Key }] } }),
    () => client.createBucket({ Bucket }),
    () => client.deleteBucket({ Bucket }),
    () => client.deleteBucketLifecycle({ Bucket }),
  ];
  for (const ask of refused) await expect(ask()).rejects.toMatchObject({ name: "NotImplemented" });
  await expect(client.listObjectsV2({ Bucket, Delimiter: "/" })).rejects.toThrow("delimiter");
  await expect(client.listObjects({ Bucket })).rejects.toThrow("list-type");
  expect(await read("kept")).toBe("kept");
});
const formType = "application/x-www-form-urlencoded";

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
function raw(method: string, path: string, given: Record<string, string> = {}) {
  const { hostname, port } = new URL(fauxqs.url);
  const authorization = `Credential=${localCredentials.accessKeyId}/`;
  const headers = { authorization, ...given };
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, body: await text(response) });
    });
    sent.once("error", reject);
    sent.end();
  });
}
