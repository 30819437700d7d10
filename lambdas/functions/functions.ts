import * as z from "zod";

/**
 * The single seam between CDK, runtime and the local server: for each deployed function its file
 * and the environment variables it needs, and its route where it serves HTTP.
 */
export interface FunctionContract<Environment extends z.ZodType = z.ZodType> {
  /** The file in its folder of lambdas/, without the extension. */
  name: string;
  folder: "api" | "counters" | "embeds" | "site" | "webhooks";
  environment: Environment;
}

export interface RouteContract<Environment extends z.ZodType = z.ZodType>
  extends FunctionContract<Environment> {
  /** An HTTP API route key; `$default` takes every request that no other route takes. */
  route: `GET /${string}` | "$default";
  /** Whether HEAD is answered, too: as GET, the body of which the HTTP API drops. */
  head?: true;
}

/** The methods that a function's route takes; meaningless for `$default`. */
export function methodsOf({ head }: RouteContract): ("GET" | "HEAD")[] {
  return head ? ["GET", "HEAD"] : ["GET"];
}

const keyBrand = z.string().min(1);
const tableName = z.string().min(3);
const arn = z.string().startsWith("arn:");
/** Values in one variable, separated by commas; none in an empty one. */
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

export const listCounters = {
  name: "list-counters",
  folder: "counters",
  route: "GET /api/v1/counters",
  environment: z.object({
    KEY_BRAND: keyBrand,
    API_KEYS_TABLE: tableName,
    COUNTERS_TABLE: tableName,
  }),
} satisfies RouteContract;

export const getCounter = {
  name: "get-counter",
  folder: "counters",
  route: "GET /api/v1/counters/{counterId}",
  environment: z.object({
    KEY_BRAND: keyBrand,
    API_KEYS_TABLE: tableName,
    COUNTERS_TABLE: tableName,
  }),
} satisfies RouteContract;

export const getCounterHistory = {
  name: "get-counter-history",
  folder: "counters",
  route: "GET /api/v1/counters/{counterId}/history",
  environment: z.object({
    KEY_BRAND: keyBrand,
    API_KEYS_TABLE: tableName,
    COUNTERS_TABLE: tableName,
    COUNT_EVENTS_TABLE: tableName,
  }),
} satisfies RouteContract;

export const getOpenapi = {
  name: "get-openapi",
  folder: "api",
  route: "GET /api/v1/openapi.json",
  environment: z.object({ API_URL: z.url(), BASE_URL: z.url() }),
} satisfies RouteContract;

export const refuseApiRequest = {
  name: "refuse-api-request",
  folder: "api",
  route: "$default",
  environment: z.object({}),
} satisfies RouteContract;

const sharedCounter = {
  EMBED_SESSIONS_TABLE: tableName,
  COUNTERS_TABLE: tableName,
};

export const getOembed = {
  name: "get-oembed",
  folder: "embeds",
  route: "GET /api/oembed",
  head: true,
  environment: z.object({ ...sharedCounter, BASE_URL: z.url() }),
} satisfies RouteContract;

export const showEmbed = {
  name: "show-embed",
  folder: "embeds",
  route: "GET /embed/{sessionId}",
  head: true,
  environment: z.object({ ...sharedCounter, BASE_URL: z.url() }),
} satisfies RouteContract;

export const getEmbedCount = {
  name: "get-embed-count",
  folder: "embeds",
  route: "GET /embed/{sessionId}/count",
  head: true,
  environment: z.object(sharedCounter),
} satisfies RouteContract;

export const refuseSiteRequest = {
  name: "refuse-site-request",
  folder: "site",
  route: "$default",
  environment: z.object({}),
} satisfies RouteContract;

/** Invoked with the stream of count events. */
export const dispatchEvents = {
  name: "dispatch-events",
  folder: "webhooks",
  environment: z.object({
    WEBHOOK_ENDPOINTS_TABLE: tableName,
    FIRST_ATTEMPTS_QUEUE_URL: z.url(),
    SLOW_ATTEMPTS_QUEUE_URL: z.url(),
  }),
} satisfies FunctionContract;

/** Invoked with the messages of the queues of attempts. */
export const deliverWebhook = {
  name: "deliver-webhook",
  folder: "webhooks",
  environment: z.object({
    WEBHOOK_ENDPOINTS_TABLE: tableName,
    DELIVERIES_TABLE: tableName,
    RETRIES_QUEUE_URL: z.url(),
    RETRIES_QUEUE_ARN: arn,
    SLOW_ATTEMPTS_QUEUE_URL: z.url(),
    SLOW_ATTEMPTS_QUEUE_ARN: arn,
    SCHEDULE_GROUP: z.string(),
    SCHEDULE_ROLE_ARN: arn,
    SCHEDULE_DEAD_LETTERS_ARN: arn,
    /** Seconds before each retry, for example `30,120`; without it the contract's. */
    RETRY_DELAYS: list.pipe(z.array(z.coerce.number<string>().min(0)).min(1)).optional(),
    SCHEDULER_FROM_SECONDS: z.coerce.number(),
    /** Ranges beside the public ones that may be sent to, for example `127.0.0.0/8`. */
    ALLOWED_RECEIVER_ADDRESSES: list,
  }),
} satisfies FunctionContract;

/** The functions behind {api_url}. */
export const apiFunctions = [
  listCounters,
  getCounter,
  getCounterHistory,
  getOpenapi,
  refuseApiRequest,
] satisfies RouteContract[];

/** The functions behind {base_url}. */
export const siteFunctions = [
  getOembed,
  showEmbed,
  getEmbedCount,
  refuseSiteRequest,
] satisfies RouteContract[];

/** The functions behind the stream and the queues. */
export const eventFunctions = [dispatchEvents, deliverWebhook] satisfies FunctionContract[];
