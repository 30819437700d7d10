import type { CountEvent, History } from "../../core/counters/count-event.ts";
import type { Counter, CounterList } from "../../core/counters/counter.ts";
import { type Oembed, oembed } from "../../core/embeds/oembed.ts";
import type { ErrorBody } from "../../core/error-body.ts";

export const counter: Counter = {
  id: "ctr_5hVxQ0c1Tn8ZbRk2LmP4",
  name: "North gate",
  count: 1284,
  incrementStep: 1,
  decrementStep: 1,
  mode: "both",
  organizationId: "org_8kQ2mZ7xVb4Rt1LwYc9N",
  groupId: null,
  goalTarget: 2000,
  locked: false,
  version: 1301,
  lastEventId: 1298,
  createdAt: "2026-11-02T08:00:00.000Z",
  updatedAt: "2026-11-02T17:42:09.318Z",
};

export const counterList: CounterList = { counters: [counter] };

const decrement: CountEvent = {
  id: `${counter.id}:1298`,
  counterId: counter.id,
  eventType: "decrement",
  count: 1284,
  previousCount: 1285,
  delta: -1,
  lastEventId: 1298,
  metadata: null,
  createdAt: counter.updatedAt,
};

const increment: CountEvent = {
  id: `${counter.id}:1297`,
  counterId: counter.id,
  eventType: "increment",
  count: 1285,
  previousCount: 1284,
  delta: 1,
  lastEventId: 1297,
  metadata: { lane: "left" },
  createdAt: "2026-11-02T17:42:08.771Z",
};

export const history: History = {
  counterId: counter.id,
  counterName: counter.name,
  events: [decrement, increment],
};

/** An empty page: the start of history is reached. */
export const startOfHistory: History = { ...history, events: [] };

export const embed: Oembed = oembed(
  "https://counters.example.com",
  { sessionId: "emb_7bQx2LmZ9cRt4WvK1nYp8DsH", width: 300, height: 200 },
  counter.name,
);

export const errors = {
  invalidParameter: {
    error: "limit must be a whole number from 1 to 500, given once",
    code: "INVALID_PARAMETER",
  },
  unknownKey: {
    error:
      'Send a valid API key as "Authorization: Bearer <API_KEY>". See https://counters.example.com/docs',
  },
  planRequired: {
    error: "The read API needs the Pro or Enterprise plan",
    code: "PLAN_REQUIRED",
    requiredPlan: "pro",
  },
  noSuchCounter: { error: "This organization has no such counter" },
  tooLarge: { error: "The response is too large; send Accept-Encoding: gzip" },
  rateLimited: {
    error: "More than 60 requests in this minute; retry in 21 s",
    code: "RATE_LIMITED",
  },
  tooBusy: { error: "Your organization reads too many long lists at once; repeat in 1 s" },
  badEmbedUrl: {
    error:
      "url must be the absolute http or https URL of an embed, with the path /embed/{sessionId}",
  },
  notAvailable: { error: "This embed does not exist or is no longer shared" },
  jsonOnly: { error: "This endpoint returns JSON only; leave out format, or use format=json" },
  internal: { error: "Internal error; please quote request Zw3kJh2mFiAEMZg=" },
} satisfies Record<string, ErrorBody>;

export const gatewayErrors = {
  tooManyRequests: { message: "Too Many Requests" },
  failed: { message: "Internal Server Error" },
  unavailable: { message: "Service Unavailable" },
};
