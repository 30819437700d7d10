import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { TapRequests, UndoRequests } from "../../../../api/private/counting.ts";
import type { CountView } from "../../../../core/counting/count-view.ts";
import { ensureFunctions } from "../../../../lib/platform/ensure-functions.ts";
import { ModelService } from "../../../web/count/model-service.ts";

/** What the network does with requests to the private API. */
export type Weather = "fine" | "failing" | "lost" | "answer_lost" | "limited";

const Handler = z.object({
  handler: z.custom<(event: object, context: object) => Promise<unknown>>(),
});
const Rendered = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.string()),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
});

// The functions' log lines and metrics would fill the report of the tests.
Object.assign(process.env, {
  AWS_LAMBDA_LOG_LEVEL: "FATAL",
  POWERTOOLS_METRICS_DISABLED: "true",
  BASE_URL: "https://site.example",
});
await ensureFunctions();
const load = async (name: string) =>
  Handler.parse(await import(join(process.cwd(), "dist", "lambdas", name, "index.mjs")));
const showConsole = await load("show-console");
const getConsoleFile = await load("get-console-file");

export const counterId = "ctr_00000000000000000001";
export const secondCounterId = "ctr_00000000000000000002";
export const moreCounterIds = ["ctr_00000000000000000003", "ctr_00000000000000000004"];
export const gateId = "gat_00000000000000000001";
export const organizationId = "org_00000000000000000001";

/** A group with this level, of 3,000 at most. */
export const hallAt = (level: number): CountView["group"] => ({
  ...{ id: "grp_1", members: [], name: "Hall 1 – Old Town", capacity: 3_000 },
  level,
});

/**
 * The console's pages as they are built, on a private API whose state and failures the test decides.
 */
export class ModelConsole implements AsyncDisposable {
  /** How far its clock is ahead of this machine's. */
  aheadMs = 0;
  readonly service = new ModelService(() => Date.now() + this.aheadMs);
  /** Who is signed in, by member id. */
  session: string | null = "mem_olivia";
  /** What the identity provider says of whoever is signed in. */
  email: string | null = "olivia@example.com";
  gateRevoked = false;
  /** The browser has lost the gate's cookie. */
  gateForgotten = false;
  /** The browser has the gate's cookie. */
  gateOpened = false;
  gateEndsAt: string | null = null;
  gateCounters = [counterId];
  weather: Weather = "fine";
  group: CountView["group"] = null;
  limit: CountView["limit"];
  /** Every request for the private API that arrived, as "METHOD path". */
  readonly requests: string[] = [];
  readonly #server: Server;
  #stopped = false;
  #port = 0;

  private constructor() {
    this.service.addCounter(counterId, { name: "Main entrance" });
    this.service.addCounter(secondCounterId, { name: "Back gate" });
    for (const [index, name] of ["Children in", "Children out"].entries()) {
      this.service.addCounter(moreCounterIds[index] ?? "", { name });
    }
    this.#server = this.#newServer();
  }

  static async open(): Promise<ModelConsole> {
    const made = new ModelConsole();
    made.#server.listen(0, "127.0.0.1");
    await once(made.#server, "listening");
    made.#port = z.object({ port: z.number() }).parse(made.#server.address()).port;
    return made;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  get gatePage(): string {
    return `${this.url}/count/${counterId}?gate=${gateId}`;
  }

  get memberPage(): string {
    return `${this.url}/count/${counterId}`;
  }

  /** Ends every connection, and accepts none. The port stays: others on this machine want ports. */
  stop(): void {
    this.#stopped = true;
    this.#server.closeAllConnections();
  }

  restart(): void {
    this.#stopped = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  #newServer(): Server {
    const server = createServer((request, response) => {
      this.#respond(request, response).catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
    });
    return server.on("connection", (socket) => {
      if (this.#stopped) socket.destroy();
    });
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
    if (pathname === "/sign-in") {
      this.session = "mem_olivia";
      return void response.writeHead(303, { location: searchParams.get("returnTo") ?? "/" }).end();
    }
    if (!pathname.startsWith("/api/"))
      return await this.#file(pathname, searchParams, request, response);
    this.requests.push(`${request.method} ${pathname}`);
    response.setHeader("date", new Date(Date.now() + this.aheadMs).toUTCString());
    const body = request.method === "POST" ? JSON.parse(await text(request)) : undefined;
    if (this.weather === "lost") return void response.destroy();
    if (this.weather === "failing") return json(response, 503, { error: "Try again" });
    if (this.weather === "limited" && body) {
      return json(response, 429, { error: "Too many" }, { "retry-after": "2" });
    }
    const { status, content } = this.#api(pathname, body, request);
    if (this.weather === "answer_lost" && body) return void response.destroy();
    json(response, status, content, {}, request.headers["if-none-match"]);
  }

  async #file(
    path: string,
    searchParams: URLSearchParams,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ) {
    const file = /^\/assets\/([^/]+)$/.exec(path)?.[1];
    const isPage = path === "/" || /^\/(join|gate|(count|organizations)\/[^/.]+)$/.test(path);
    const routeKey = path.startsWith("/count/") ? "GET /count/{counterId}" : `GET ${path}`;
    const event = {
      ...{ rawPath: path, routeKey, headers, pathParameters: file ? { file } : {} },
      queryStringParameters: Object.fromEntries(searchParams),
      cookies: headers.cookie?.split("; ") ?? [],
      requestContext: { http: { method: "GET", path }, requestId: "r", routeKey },
    };
    const { handler } = isPage ? showConsole : getConsoleFile;
    const context = { awsRequestId: "r", getRemainingTimeInMillis: () => 10_000 };
    const rendered = Rendered.parse(await handler(event, context));
    const bytes = Buffer.from(rendered.body, rendered.isBase64Encoded ? "base64" : "utf8");
    response.setHeader("set-cookie", rendered.cookies);
    response.writeHead(rendered.statusCode, rendered.headers).end(bytes);
  }

  #api(path: string, body: unknown, { headers }: IncomingMessage) {
    const refused = (status: number) => ({ status, content: { error: "Refused" } });
    const parts = path.split("/").slice(2);
    if (path === "/api/session") return this.session ? this.#sessionView() : refused(401);
    if (path === "/api/session/end") {
      this.session = null;
      return { status: 200, content: { redirectTo: "/" } };
    }
    if (path === "/api/organization/join/look") {
      const expiresAt = new Date(Date.now() + 6 * 86_400_000).toISOString();
      const invitation = { organizationName: "City Museum", email: "olivia@example.com" };
      return { status: 200, content: { ...invitation, role: "admin", expiresAt } };
    }
    if (path === "/api/organization/join/accept") {
      if (this.session === null) return refused(401);
      return { status: 200, content: { organizationId, memberId: this.session } };
    }
    if (path === "/api/gates") {
      const isOpen = this.gateOpened && !this.gateRevoked;
      return { status: 200, content: { gates: isOpen ? [this.#gateView().content] : [] } };
    }
    if (path === "/api/gates/open" || path === `/api/gates/${gateId}`) {
      this.gateOpened = true;
      return this.gateRevoked ? refused(404) : this.#gateView();
    }
    if (parts[0] === "counters") {
      if (this.session === null) return refused(401);
      return { status: 200, content: { organizationId } };
    }
    const [owner = "", , , id = ""] = parts;
    // It has no pages of the console.
    if (!["gates", "organizations"].includes(owner)) return refused(404);
    const expected = headers["x-member-id"];
    if (owner === "gates" && this.gateForgotten) return refused(401);
    if (owner === "gates" && this.gateRevoked) {
      return { status: 401, content: { error: "revoked", code: "GATE_REVOKED" } };
    }
    if (
      owner === "organizations" &&
      (this.session === null || (expected ?? this.session) !== this.session)
    ) {
      return refused(401);
    }
    if (id === "") {
      const counters = [...this.service.counters.values()].map(({ id, name, count, locked }) => ({
        ...{ id, name, count, locked },
      }));
      return { status: 200, content: { counters } };
    }
    if (!this.service.counters.has(id)) return refused(404);
    if (body === undefined) return { status: 200, content: this.#view(id) };
    const credentialId = owner === "gates" ? gateId : (this.session ?? "");
    const isUndo = path.endsWith("/undos");
    const answers = isUndo
      ? this.service.undo(credentialId, id, UndoRequests.parse(body).undos)
      : this.service.count(credentialId, id, TapRequests.parse(body).taps);
    return { status: 200, content: { answers, counter: this.#view(id) } };
  }

  #view(id: string): CountView {
    const { limit } = this;
    return { ...this.service.view(id), group: this.group, ...(limit && { limit }) };
  }

  #sessionView() {
    const name = this.session === "mem_adam" ? "Adam" : "Olivia Berg";
    const person = { id: `per_${this.session}`, name, email: this.email };
    const museum = { id: organizationId, name: "City Museum", plan: "free", role: "owner" };
    const stadium = { id: "org_2", name: "North Stadium", plan: "pro", role: "member" };
    const organizations = [
      { ...museum, memberId: this.session },
      { ...stadium, memberId: "mem_other" },
    ];
    return { status: 200, content: { person, organizations, deletions: [] } };
  }

  #gateView() {
    const counters = this.gateCounters.map((id) => ({
      id,
      name: this.service.counters.get(id)?.name,
    }));
    const gate = { id: gateId, name: "North entrance", organizationName: "City Museum" };
    return { status: 200, content: { ...gate, counters, endsAt: this.gateEndsAt } };
  }
}

/** The entity tag leaves out when a view was served, as the service's does. */
function json(
  response: ServerResponse,
  status: number,
  content: object,
  headers: Record<string, string> = {},
  ifNoneMatch?: string,
): void {
  const { servedAt: _, ...tagged } = { servedAt: "", ...content };
  const etag = `W/"${Buffer.from(JSON.stringify(tagged)).toString("base64url").slice(-60)}"`;
  if (status === 200 && ifNoneMatch === etag) return void response.writeHead(304, { etag }).end();
  const type = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status, { ...type, etag, ...headers }).end(JSON.stringify(content));
}
