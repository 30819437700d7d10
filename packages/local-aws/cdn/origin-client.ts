import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import type { HttpResponse } from "../http/http-response.ts";
import { systemErrorCode } from "../start-error.ts";
import { edgeError } from "./edge-errors.ts";

export interface OriginRequest {
  method: string;
  url: URL;
  /** The request target, as sent. */
  target: string;
  headers: ReadonlyMap<string, string[]>;
  /** The viewer's request, whose body is passed on; undefined where it has none. */
  body: IncomingMessage | undefined;
  timeoutMs: number;
}

/** Sends requests to origins; it keeps connections open for requests that may be repeated. */
export class OriginClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #onFailure: (sent: OriginRequest, code: string) => void;

  /** `onFailure` gets the code of the error for which a request has no response. */
  constructor(onFailure: (sent: OriginRequest, code: string) => void) {
    this.#onFailure = onFailure;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** The origin's response, or CloudFront's own 502 or 504. */
  async send(sent: OriginRequest): Promise<HttpResponse> {
    for (;;) {
      try {
        return await this.#attempt(sent);
      } catch (error) {
        // A kept connection may close just as it is used again; the next attempt may use a new one.
        if (error instanceof StaleConnection) continue;
        const code = systemErrorCode(error) ?? String(error);
        this.#onFailure(sent, code);
        return edgeError(code === "ETIMEDOUT" ? 504 : 502);
      }
    }
  }

  async #attempt({ method, url, target, headers, body, timeoutMs }: OriginRequest) {
    const onward = request(url, {
      // Without the agent, the request gets a connection of its own.
      agent: body === undefined && safeMethods.has(method) ? this.#agent : false,
      method,
      path: target,
      headers: [...headers].flatMap(([name, values]) => values.flatMap((value) => [name, value])),
    });
    // An origin may respond before it has the whole body, and end the connection afterwards.
    onward.on("error", () => {});
    onward.setTimeout(timeoutMs, () => {
      onward.destroy(Object.assign(new Error("the origin is too slow"), { code: "ETIMEDOUT" }));
    });
    if (body === undefined) onward.end();
    else {
      body.once("error", () => onward.destroy());
      body.pipe(onward);
    }
    try {
      const [response]: IncomingMessage[] = await once(onward, "response");
      if (response === undefined) throw new Error("there is no response");
      const { statusCode = 502, headers: received } = response;
      return {
        status: statusCode,
        headers: definedHeaders(received),
        body: await buffer(response),
      };
    } catch (error) {
      const ended = ["ECONNRESET", "EPIPE"].includes(systemErrorCode(error) ?? "");
      throw onward.reusedSocket && ended ? new StaleConnection() : error;
    }
  }
}

/** Of requests that may be sent twice. */
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

class StaleConnection extends Error {}

function definedHeaders(headers: IncomingMessage["headers"]): HttpResponse["headers"] {
  const defined: HttpResponse["headers"] = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) defined[name] = value;
  return defined;
}
