import { expect, test } from "vitest";
import { pathMatcher } from "../../cdn/cache-behavior.ts";
import { StartError } from "../../start-error.ts";
import { type CdnSettings, cdnTemplate, distributionOf, managed, startCdn } from "./start-cdn.ts";

// "Path pattern", CloudFront Developer Guide.
test.each([
  ["*.jpg", "/images/a.jpg", true],
  ["*.jpg", "/LOGO.JPG", false],
  ["images/*.jpg", "/images/product1/a.jpg", true],
  ["/images/*.jpg", "/images/a.jpg", true],
  ["/a??.jpg", "/ant.jpg", true],
  ["/a??.jpg", "/at.jpg", false],
  ["/embed/*/count", "/embed/abc/count", true],
  ["/embed/*/count", "/embed/abc/count/", false],
  ["/api/oembed", "/api/oembed", true],
  ["/api/oembed", "/api/oembed2", false],
  ["/a.b", "/axb", false],
  // "CloudFront normalizes URI paths consistent with RFC 3986".
  ["/api/oembed", "/embed/../api/oembed", true],
  ["/api/oembed", "/api/%6Fembed", true],
  ["/a%2Fb", "/a%2fb", true],
  ["/a/b", "/a%2Fb", false],
  ["*", "//", true],
])("the pattern %s and the path %s: %s", (pattern, path, matches) => {
  expect(pathMatcher(pattern)(path)).toBe(matches);
});

test("the first behavior that matches takes a request, without its query", async () => {
  const paths = {
    "/files/*": { AllowedMethods: ["GET", "HEAD"] },
    "/files/open": { AllowedMethods: ["GET", "HEAD", "OPTIONS"] },
  };
  await using cdn = await startCdn(cdnTemplate({ paths }));
  const statusOf = async (path: string) => (await cdn.ask(path, { method: "OPTIONS" })).status;
  expect(await statusOf("/files/open")).toBe(403);
  expect(await statusOf("/else?/files/open")).toBe(200);
});

function edgeFunction(FunctionCode: string) {
  const Edge = {
    Type: "AWS::CloudFront::Function",
    Properties: {
      Name: "edge",
      AutoPublish: true,
      FunctionCode,
      FunctionConfig: { Comment: "", Runtime: "cloudfront-js-2.0" },
    },
  };
  const FunctionARN = { "Fn::GetAtt": ["Edge", "FunctionARN"] };
  const FunctionAssociations = [{ EventType: "viewer-request", FunctionARN }];
  const OriginRequestPolicyId = managed.allViewerExceptHost;
  return cdnTemplate({ defaults: { FunctionAssociations, OriginRequestPolicyId } }, { Edge });
}

test("a function's response is the viewer's", async () => {
  const template = edgeFunction(
    `function handler({ request }) {
      const shown = { value: request.method + request.uri };
      return { statusCode: 405, headers: { "x-shown": shown }, body: { data: "aGk=", encoding: "base64" } };
    }`,
  );
  await using cdn = await startCdn(template);
  const { status, headers, body } = await cdn.ask("/a", { method: "PUT" });
  expect([status, headers["x-shown"], body.toString()]).toEqual([405, "PUT/a", "hi"]);
  expect(headers["x-cache"]).toBe("FunctionGeneratedResponse from cloudfront");
  expect(cdn.arrived).toEqual([]);
});

test("a function's request is the origin's, and what it leaves stays as it was sent", async () => {
  const template = edgeFunction(
    `async function handler(event) {
      const { request, viewer } = event;
      if (request.uri === "/same") return request;
      return {
        ...request,
        uri: "/changed",
        headers: { ...request.headers, "x-ip": { value: viewer.ip } },
        querystring: { ...request.querystring, more: { value: "1" } },
      };
    }`,
  );
  await using cdn = await startCdn(template);
  await cdn.ask("/same?b=2&a=1&b=%2f", { headers: { cookie: "c=1; d=2" } });
  await cdn.ask("/else?a=1&a=2", { headers: { cookie: "c=1" } });
  expect(cdn.arrived).toMatchObject([
    { url: "/same?b=2&a=1&b=%2f", headers: { cookie: "c=1; d=2" } },
    { url: "/changed?a=1&a=2&more=1", headers: { cookie: "c=1", "x-ip": "127.0.0.1" } },
  ]);
});

test("a function has nothing of Node, and its error is 503", async () => {
  await using cdn = await startCdn(
    edgeFunction("function handler({ request }) { process.exit(); return request; }"),
  );
  expect((await cdn.ask("/")).status).toBe(503);
  expect(cdn.events).toContainEqual({
    kind: "warning",
    message: expect.stringContaining("process is not defined"),
  });
});

test.each([
  ["runs too long", "while (true) {}", "timed out"],
  ["runs too long after an await", "await 0; while (true) {}", "timed out"],
  ["waits for what never comes", "await new Promise(() => {});", "never settles"],
])("a function that %s is stopped, and serves the next request", async (_, code, reason) => {
  await using cdn = await startCdn(
    edgeFunction(
      `async function handler({ request }) { if (request.uri === "/stuck") { ${code} } return request; }`,
    ),
  );
  expect((await cdn.ask("/stuck")).status).toBe(503);
  expect(cdn.events).toContainEqual({ kind: "warning", message: expect.stringContaining(reason) });
  expect((await cdn.ask("/")).status).toBe(200);
});

// What would mean something on AWS and nothing here.
const refused: [string, CdnSettings, RegExp][] = [
  ["a policy that is not known", { defaults: { CachePolicyId: "other" } }, /cache policy other/],
  [
    "the viewer's Host header, which an HTTP API refuses",
    { defaults: { OriginRequestPolicyId: managed.allViewer } },
    /Host header/,
  ],
  [
    "a cache by the viewer's Host header",
    { defaults: { CachePolicyId: "83da9c7e-98b4-4e11-a168-04f0df8e2c65" } },
    /Host header/,
  ],
  ["a setting that is not known", { config: { DefaultRootObject: "index.html" } }, /DefaultRoot/],
  [
    "an origin that speaks HTTP",
    { origin: { CustomOriginConfig: { OriginProtocolPolicy: "http-only" } } },
    /OriginProtocolPolicy/,
  ],
  [
    "an origin outside of the template",
    { origin: { DomainName: "elsewhere.example" } },
    /elsewhere.example is not an HTTP API/,
  ],
  [
    "a function of another event",
    {
      defaults: { FunctionAssociations: [{ EventType: "viewer-response", FunctionARN: "Edge" }] },
    },
    /EventType/,
  ],
  [
    "a secret that is not known",
    {
      origin: {
        OriginCustomHeaders: [
          {
            HeaderName: "x-proof",
            HeaderValue: "{{resolve:secretsmanager:arn:aws:x:SecretString:::}}",
          },
        ],
      },
    },
    /x-proof names a secret/,
  ],
];

test.each(refused)("the runtime does not start with %s", (_, settings, message) => {
  expect(() => distributionOf(cdnTemplate(settings))).toThrow(StartError);
  expect(() => distributionOf(cdnTemplate(settings))).toThrow(message);
});
