import * as z from "zod";

/**
 * The single seam between CDK, runtime and the local server: for each deployed function its file,
 * its route and the environment variables it needs.
 */
export interface FunctionContract<Environment extends z.ZodType = z.ZodType> {
  /** The file in lambdas/, without its ending. */
  name: string;
  /** An HTTP API route key; `$default` takes every request that no other route takes. */
  route: `GET /${string}` | "$default";
  environment: Environment;
}

const keyBrand = z.string().min(1);
const tableName = z.string().min(3);

export const listCounters = {
  name: "list-counters",
  route: "GET /api/v1/counters",
  environment: z.object({
    KEY_BRAND: keyBrand,
    API_KEYS_TABLE: tableName,
    COUNTERS_TABLE: tableName,
  }),
} satisfies FunctionContract;

export const getCounter = {
  name: "get-counter",
  route: "GET /api/v1/counters/{counterId}",
  environment: z.object({
    KEY_BRAND: keyBrand,
    API_KEYS_TABLE: tableName,
    COUNTERS_TABLE: tableName,
  }),
} satisfies FunctionContract;

export const getCounterHistory = {
  name: "get-counter-history",
  route: "GET /api/v1/counters/{counterId}/history",
  environment: z.object({
    KEY_BRAND: keyBrand,
    API_KEYS_TABLE: tableName,
    COUNTERS_TABLE: tableName,
    COUNT_EVENTS_TABLE: tableName,
  }),
} satisfies FunctionContract;

export const getOpenapi = {
  name: "get-openapi",
  route: "GET /api/v1/openapi.json",
  environment: z.object({ API_URL: z.url(), BASE_URL: z.url() }),
} satisfies FunctionContract;

export const refuseApiRequest = {
  name: "refuse-api-request",
  route: "$default",
  environment: z.object({}),
} satisfies FunctionContract;

const sharedCounter = {
  EMBED_SESSIONS_TABLE: tableName,
  COUNTERS_TABLE: tableName,
};

export const getOembed = {
  name: "get-oembed",
  route: "GET /api/oembed",
  environment: z.object({ ...sharedCounter, BASE_URL: z.url() }),
} satisfies FunctionContract;

export const showEmbed = {
  name: "show-embed",
  route: "GET /embed/{sessionId}",
  environment: z.object({ ...sharedCounter, BASE_URL: z.url() }),
} satisfies FunctionContract;

export const getEmbedCount = {
  name: "get-embed-count",
  route: "GET /embed/{sessionId}/count",
  environment: z.object(sharedCounter),
} satisfies FunctionContract;

export const refuseSiteRequest = {
  name: "refuse-site-request",
  route: "$default",
  environment: z.object({}),
} satisfies FunctionContract;

/** The functions behind {api_url}. */
export const apiFunctions = [
  listCounters,
  getCounter,
  getCounterHistory,
  getOpenapi,
  refuseApiRequest,
] satisfies FunctionContract[];

/** The functions behind {base_url}. */
export const siteFunctions = [
  getOembed,
  showEmbed,
  getEmbedCount,
  refuseSiteRequest,
] satisfies FunctionContract[];
