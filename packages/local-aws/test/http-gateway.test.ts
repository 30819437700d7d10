import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "../loopback-server.ts";
import { startRuntime } from "../runtime.ts";
import { type Fixture, startFixture } from "./start-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
}, 30_000);
afterAll(() => fixture.close());

const port = () => Number(new URL(fixture.runtime.outputs.ApiUrl ?? "").port);

/** Sends bytes as they are; returns the raw response. */
async function raw(request: string): Promise<string> {
  const socket = connect(port(), "127.0.0.1");
  socket.write(request);
  return text(socket);
}

describe("the event of payload format 2.0", () => {
  test("has lower-case names, joined duplicates and decoded parameters", async () => {
    const answer = await raw(
      "GET /items/a%2Fb%20c?x=1&y=%C3%BC+z&x=2&empty HTTP/1.1\r\nHost: localhost\r\nX-Two: a\r\n" +
        "x-two: b\r\nCookie: k=1; l=2\r\nConnection: close\r\n\r\n",
    );
    const event = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "GET /items/{id}",
      rawPath: "/items/a/b c",
      rawQueryString: "x=1&y=%C3%BC+z&x=2&empty",
      queryStringParameters: { x: "1,2", y: "ü z", empty: "" },
      pathParameters: { id: "a/b c" },
      cookies: ["k=1", "l=2"],
      headers: { "x-two": "a,b", host: "localhost" },
      isBase64Encoded: false,
      requestContext: {
        stage: "$default",
        domainName: "localhost",
        http: { method: "GET", path: "/items/a/b c", protocol: "HTTP/1.1", sourceIp: "127.0.0.1" },
      },
    });
    expect(event.headers).not.toHaveProperty("cookie");
  });

  test("has no query, no parameters and no body where there are none", async () => {
    const { body } = await fixture.get("/items/first");
    expect(body).toMatchObject({ routeKey: "GET /items/first", rawQueryString: "" });
    for (const absent of ["queryStringParameters", "pathParameters", "body", "cookies"]) {
      expect(body).not.toHaveProperty(absent);
    }
  });

  test("has text as it is and anything else as base64", async () => {
    const put = (type: string, body: string) =>
      fixture.get("/files/a/b", { method: "PUT", headers: { "content-type": type }, body });
    expect((await put("application/json", "{}")).body).toMatchObject({
      body: "{}",
      isBase64Encoded: false,
      pathParameters: { proxy: "a/b" },
    });
    expect((await put("image/png", "{}")).body).toMatchObject({
      body: "e30=",
      isBase64Encoded: true,
    });
  });

  test("passes malformed percent-encoding on, undecoded", async () => {
    const { status, body } = await fixture.get("/items/%zz%E0%A4%A?q=%zz");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rawPath: "/items/%zz%E0%A4%A",
      pathParameters: { id: "%zz%E0%A4%A" },
    });
  });
});

describe("the response", () => {
  test("is 404 where no route matches", async () => {
    expect(await fixture.get("/nowhere")).toMatchObject({
      status: 404,
      body: { message: "Not Found" },
    });
    expect(await fixture.get("/items/a", { method: "POST" })).toMatchObject({ status: 404 });
    expect(await fixture.get("/items/")).toMatchObject({ status: 404 });
  });

  test("has the function's status, headers and cookies", async () => {
    const response = await fetch(`${fixture.runtime.outputs.ApiUrl}/items/a?do=cookies`);
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(response.headers.get("x-mixed")).toBe("Case");
    expect(await response.text()).toBe("made");
  });

  test("may have 10,240 bytes of header values, and no more", async () => {
    expect((await fixture.get("/items/a?do=headers&bytes=10240")).status).toBe(200);
    const { status, headers, body } = await fixture.get("/items/a?do=headers&bytes=10241");
    expect([status, body]).toEqual([500, { message: "Internal Server Error" }]);
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("is 200 and JSON for a result without a status code", async () => {
    const { status, headers, body } = await fixture.get("/items/a?do=bare");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toEqual({ hello: "world" });
  });

  test("is decoded from base64", async () => {
    const response = await fetch(`${fixture.runtime.outputs.ApiUrl}/items/a?do=binary`);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 1, 2]);
  });

  test.each(["throw", "exit", "nonsense", "big"])(
    "is a bare 500 when the function does: %s",
    async (what) => {
      const { status, body } = await fixture.get(`/items/a?do=${what}`);
      expect({ status, body }).toEqual({ status: 500, body: { message: "Internal Server Error" } });
    },
  );

  test("can be as large as Lambda's limit", async () => {
    const { status, body } = await fixture.get("/items/a?do=fits");
    expect(status).toBe(200);
    expect(body).toHaveLength(6_291_554);
  });

  test("has no body for HEAD", async () => {
    const response = await fetch(`${fixture.runtime.outputs.ApiUrl}/files/a`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(100);
    expect(await response.text()).toBe("");
  });

  test("is 413 for a body over 10 MB", async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const answer = await fixture.get("/files/a", { method: "POST", body });
    expect(answer).toMatchObject({ status: 413, body: { message: "Request Entity Too Large" } });
  });
});

test("an event over Lambda's 6 MB is 413, though the body is below 10 MB", async () => {
  const failed = () => fixture.events.find(({ kind }) => kind === "invocation-failed");
  fixture.events.length = 0;
  const body = "x".repeat(6_300_000);
  const answer = await fixture.get("/files/a", { method: "POST", body });
  expect(answer).toMatchObject({ status: 413, body: { message: "Request Entity Too Large" } });
  expect(failed()).toMatchObject({
    errorMessage: "Request must be smaller than 6291456 bytes for the InvokeFunction operation",
  });
});

test("request line and values of headers may have 10,240 bytes together, and no more", async () => {
  const head = "GET /items/a?do=bare HTTP/1.1";
  const ask = (bytes: number) =>
    raw(
      `${head}\r\nHost: a\r\nConnection: close\r\n` +
        `X: ${"x".repeat(bytes - `${head}aclose`.length)}\r\n\r\n`,
    );
  expect((await ask(10_240)).slice(9, 12)).toBe("200");
  expect((await ask(10_241)).slice(9, 12)).toBe("431");
});

describe("a request that the parser refuses", () => {
  test.each([
    ["400", "a broken request line", "NONSENSE\r\n\r\n"],
    ["400", "a control character", "GET /\u0001 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["400", "CONNECT", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["431", "oversized headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
  ])("is answered with %s and JSON: %s", async (status, _, request) => {
    const answer = await raw(request);
    expect(answer.slice(9, 12)).toBe(status);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toHaveProperty("error");
  });
});

test("both loopback addresses are served, for localhost can be either", async () => {
  const answers = ["127.0.0.1", "[::1]"].map((host) => fetch(`http://${host}:${port()}/items/a`));
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
});

test("a taken port is named in the error", async () => {
  const squatter = createServer();
  const taken = await listen(squatter, 0);
  const start = startRuntime({
    templateFile: fixture.templateFile,
    dataDir: `${fixture.dataDir}/other`,
    portOf: () => taken,
    onEvent: () => {},
  });
  await expect(start).rejects.toThrow(`Port ${taken}, wanted for fixture-api, is taken`);
  squatter.close();
});
