import { BoundedRequests, type RequestLimits } from "./bounded-requests.ts";
import type { CountEvent, Counter, History } from "./counter.ts";
import { CountingError } from "./counting-error.ts";
import type { Wait } from "./waiting.ts";

export interface CountingClientOptions extends Partial<RequestLimits> {
  /** For example https://api.example.com, with or without /api/v1. Only a loopback address may be http. */
  apiUrl: string;
  apiKey: string;
  /** Another implementation of fetch. */
  fetch?: typeof globalThis.fetch;
  wait?: Wait;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
}

export interface HistoryOptions extends RequestOptions {
  /** Only events with lower numbers. */
  beforeEventId?: number | undefined;
  /** Events of one request, 1 to 500; the default is 500. */
  limit?: number | undefined;
}

/** The read API of a counting service. Every method throws a CountingError when the service refuses or fails. */
export class CountingClient {
  readonly #requests: BoundedRequests;
  readonly #base: string;

  constructor(options: CountingClientOptions) {
    this.#base = `${checkedUrl(options.apiUrl)}/api/v1/counters`;
    this.#requests = new BoundedRequests(checkedKey(options.apiKey), options);
  }

  /** Every counter of the organization, sorted by name. */
  async counters({ signal }: RequestOptions = {}): Promise<Counter[]> {
    const text = await this.#requests.get(this.#base, { signal, keep: true });
    return parsed<{ counters: Counter[] }>(text, (body) => body.counters.every(isCounter)).counters;
  }

  async counter(counterId: string, { signal }: RequestOptions = {}): Promise<Counter> {
    const url = this.#urlOf(counterId);
    return parsed(await this.#requests.get(url, { signal, keep: true }), isCounter);
  }

  /** One page of a counter's history, newest first. */
  async historyPage(counterId: string, options: HistoryOptions = {}): Promise<History> {
    const { beforeEventId, limit = 500, signal } = options;
    const asked = { counterId, beforeEventId, limit };
    const before = beforeEventId === undefined ? "" : `&beforeEventId=${beforeEventId}`;
    const url = `${this.#urlOf(counterId)}/history?limit=${limit}${before}`;
    const text = await this.#requests.get(url, { signal, keep: false });
    return parsed<History>(text, (page) => isPageOf(asked, page));
  }

  /** A counter's whole history, newest first, page by page as you iterate. */
  async *history(counterId: string, options: HistoryOptions = {}): AsyncGenerator<CountEvent> {
    let { beforeEventId } = options;
    for (;;) {
      const { events } = await this.historyPage(counterId, { ...options, beforeEventId });
      yield* events;
      const oldest = events.at(-1);
      if (oldest === undefined || oldest.lastEventId === 1) return;
      beforeEventId = oldest.lastEventId;
    }
  }

  #urlOf(counterId: string): string {
    // A URL would take these for a step to another folder.
    if (counterId === "" || counterId === "." || counterId === "..")
      throw new CountingError("This is not the id of a counter");
    return `${this.#base}/${encodeURIComponent(counterId)}`;
  }
}

function checkedUrl(text: string): string {
  const url = parsedUrl(text);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url?.hostname ?? "");
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && isLoopback))
    throw new CountingError("apiUrl must begin with https://");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new CountingError("apiUrl must not have a user, a query or a fragment");
  // The service prints its URL with the path of the API.
  return `${url.origin}${url.pathname}`.replace(/\/+(api\/v1\/*)?$/, "");
}

function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A key with other characters would end up in the error message of fetch. */
function checkedKey(key: string): string {
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))
    throw new CountingError("apiKey is missing, or has characters that no key has");
  return key;
}

/** A proxy can respond with 200, too. What is wrong here must not get into anybody's books. */
function parsed<Body>(text: string, isValid: (body: Body) => boolean): Body {
  try {
    const body: Body = JSON.parse(text);
    if (isValid(body)) return body;
  } catch {
    // Not JSON, or not an object.
  }
  throw new CountingError("The response is not from a counting service; check apiUrl", {
    status: 200,
  });
}

const isCounter = ({ id, count, lastEventId }: Counter) =>
  typeof id === "string" && [count, lastEventId].every(Number.isSafeInteger);

interface PageAsked {
  counterId: string;
  beforeEventId: number | undefined;
  limit: number;
}

/** What was asked for: of this counter, below this number, not more than this many, newest first. */
const isPageOf = ({ counterId, beforeEventId, limit }: PageAsked, { events }: History) =>
  events.length <= limit &&
  events.every(
    (event, index) =>
      event.counterId === counterId &&
      isCount(event) &&
      event.lastEventId <
        (events[index - 1]?.lastEventId ?? beforeEventId ?? Number.POSITIVE_INFINITY),
  );

const isCount = ({ eventType, previousCount, count, delta, lastEventId, createdAt }: CountEvent) =>
  [lastEventId, count, previousCount, delta].every(Number.isSafeInteger) &&
  lastEventId > 0 &&
  previousCount + delta === count &&
  typeof eventType === "string" &&
  typeof createdAt === "string";
