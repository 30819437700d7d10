import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LoopbackHttpServer } from "../http/loopback-http-server.ts";
import type { OnEvent } from "../runtime-event.ts";
import type { DistributionSpec } from "./distribution.ts";
import { Edge, type Served } from "./edge.ts";
import { edgeError } from "./edge-errors.ts";
import { via } from "./origin-request.ts";
import { readViewerRequest, type ViewerRequest } from "./viewer-request.ts";

/** "Maximum length of a request and maximum length of a URL". */
const maxUrlBytes = 8_192;
const maxRequestBytes = 20_480;

/** One distribution on a local port: bound at once, serving when it has its specification. */
export class CdnServer extends LoopbackHttpServer {
  #edge: Edge | undefined;

  constructor(name: string, onEvent: OnEvent) {
    // The parser accepts larger requests than CloudFront does.
    super(name, onEvent, 2 * maxRequestBytes);
  }

  /** Starts to serve; until then requests get 503. */
  serve(spec: DistributionSpec): void {
    this.#edge = new Edge(spec, ({ method, target: path }, code) => {
      this.onEvent({ kind: "origin-failed", cdn: this.name, method, path, code });
    });
  }

  override async close(): Promise<void> {
    await super.close();
    this.#edge?.close();
  }

  /** CloudFront removes the header and serves the request. */
  protected override handleExpectation(request: IncomingMessage, response: ServerResponse) {
    return this.handle(request, response);
  }

  protected override refusal(status: number) {
    return { contentType: "text/html", body: edgeError(status).body.toString() };
  }

  protected override async handle(
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const startedAt = performance.now();
    const viewer = readViewerRequest(message);
    const requestId = randomBytes(40).toString("base64url");
    const served = await this.#respond(viewer, message, requestId);
    send(viewer, response, { ...served, requestId });
    // The HTTP API reports the requests that it gets.
    if (served.outcome === "Miss" || served.outcome === "RefreshHit") return;
    this.onEvent({
      kind: "request-served",
      api: this.name,
      method: viewer.method,
      path: message.url ?? "",
      status: served.response.status,
      durationMs: performance.now() - startedAt,
    });
  }

  async #respond(
    viewer: ViewerRequest,
    message: IncomingMessage,
    requestId: string,
  ): Promise<Served> {
    if (this.#edge === undefined) return refused(503);
    const status = refusal(viewer);
    if (status !== undefined) return refused(status);
    const behavior = this.#edge.behaviorOf(viewer.path);
    if (!behavior.allowedMethods.includes(viewer.method)) return refused(403, methodNotAllowed);
    const body = hasBody(viewer.headers) ? message : undefined;
    try {
      return await this.#edge.respond({ viewer, behavior, body, requestId });
    } catch (error) {
      // The function of the behavior threw.
      this.onEvent({ kind: "warning", message: `${this.name}: ${String(error)}` });
      return refused(503);
    }
  }
}

const methodNotAllowed =
  "This distribution is not configured to allow the HTTP request method that was used for this request.";

const refused = (status: number, reason?: string): Served => ({
  response: edgeError(status, reason),
  outcome: "Error",
});

/** The status with which CloudFront refuses a request whatever the distribution says. */
function refusal({ method, path, query, headers, cookies, httpVersion }: ViewerRequest) {
  const host = headers.find(([name]) => name === "host")?.[1];
  if (host === undefined && httpVersion !== "1.0") return 400;
  const urlBytes = `https://${host}${path}?${query}`.length;
  const headerBytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (urlBytes > maxUrlBytes) return 413;
  if (urlBytes + headerBytes + cookies.join("; ").length > maxRequestBytes) return 413;
  return method === "GET" && hasBody(headers) ? 403 : undefined;
}

function hasBody(headers: ViewerRequest["headers"]): boolean {
  return headers.some(
    ([name, value]) =>
      name === "transfer-encoding" || (name === "content-length" && Number(value) > 0),
  );
}

function send(
  viewer: ViewerRequest,
  response: ServerResponse,
  { response: served, outcome, requestId }: Served & { requestId: string },
): void {
  if (response.destroyed) return;
  const { status, headers, body } = served;
  const bodiless = status === 204 || status === 304;
  const isHead = viewer.method === "HEAD";
  const result = outcome === "Miss" && status >= 400 ? "Error" : outcome;
  response.writeHead(status, {
    ...(!bodiless && { "content-length": body.length }),
    ...headers,
    "x-cache": `${result} from cloudfront`,
    via: via(viewer),
    "x-amz-cf-id": requestId,
  });
  response.end(isHead || bodiless ? undefined : body);
}
