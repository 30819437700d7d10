import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export interface ApiResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came, compressed or not. */
  body: Buffer;
  durationMs: number;
}

const agent = new Agent({ keepAlive: true });

/** A GET to the read API with exactly these headers: `fetch` would add an Accept-Encoding. */
export async function apiRequest(
  url: string,
  key: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const startedMs = performance.now();
  const options = { agent, headers: { authorization: `Bearer ${key}`, ...headers } };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options).on("response", resolve).on("error", reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks),
    durationMs: performance.now() - startedMs,
  };
}

/** The same, for a response that must have this status for the measurement to mean anything. */
export async function expectStatus(
  status: number,
  ...call: Parameters<typeof apiRequest>
): Promise<ApiResponse> {
  const response = await apiRequest(...call);
  if (response.status === status) return response;
  const said = response.body.toString().slice(0, 200);
  throw new Error(`${call[0]} returned ${response.status}, not ${status}: ${said}`);
}
