import { requestLimits } from "../../core/organizations/plan.ts";

const number = new Intl.NumberFormat("en").format;
const pro = requestLimits("pro");
const enterprise = requestLimits("enterprise");

/** The description of the whole document, in Markdown: what the service is, and short guides. */
export const introduction = unwrapped(`
Read an organization's counters, their current totals and recent count events. The API is read-only;
it and the webhooks are open to organizations on the Pro or Enterprise plan. Embed metadata needs no
key and works on every plan.

## Authentication

Send an API key of the organization with every request to the read API:
\`Authorization: Bearer <API_KEY>\`. Owners and admins create and revoke keys; the full key is shown
once, at creation. A key reads only its own organization. A missing, revoked or wrong key gets 401;
a key of an organization on another plan gets 403 with the code \`PLAN_REQUIRED\`.

## Paging through a history

A history is sorted newest first. For the next page, send the \`lastEventId\` of the oldest event
that you received as \`beforeEventId\`. An empty \`events\` array means that you have reached the start
of the history.

## Everything since an event

1. For each counter, keep the highest number up to which you have processed every event.
2. Compare it with the counter's \`lastEventId\`. If they are equal, nothing was counted since.
3. Otherwise page through the history from its newest event, and stop at the first event whose
   \`lastEventId\` is not higher than yours, or at an empty page.
4. Process these events oldest first, and keep the new number.

This is enough for a program that only polls. With webhooks, or after a restore, follow
[Catching up]({base_url}/docs/integrators/catching-up).

Counts that arrive while you page do not shift the pages: \`beforeEventId\` names an event, not a
position.

## Generated clients

Bodies get more fields, and histories kinds of events, without notice. With OpenAPI Generator, set
\`disallowAdditionalPropertiesIfNotPresent=false\`: by default, some of its clients refuse unknown fields.

## Polling

Send the \`ETag\` of the last response as \`If-None-Match\`. If nothing has changed, the response is 304
without a body. A 304 saves transfer and parsing, but it counts towards the rate limit as every other
response does. One request for the list covers all counters. To hear of changes without polling,
register a webhook endpoint.

## Limits

| | Pro | Enterprise |
|---|---|---|
| Requests per minute, for each API key | ${number(pro.requestsPerMinute)} | ${number(enterprise.requestsPerMinute)} |
| Requests per hour, for each API key | ${number(pro.requestsPerHour)} | ${number(enterprise.requestsPerHour)} |

Windows begin with the clock's minute and hour (UTC). Every response to an authorized key has
\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` for the tightest window, and
\`RateLimit-Policy\` and \`RateLimit\` for both. An organization has at most 10 API keys and 10 webhook
endpoints.

## Errors and retries

Errors are JSON with \`error\`, a sentence, and where one applies \`code\`, which programs can rely on.
Every response of the service has an \`X-Request-Id\`; quote it when you ask about a failure.

- 429: wait for the seconds in \`Retry-After\`, then repeat the request.
- 500 and 503: repeat the request, after 1 s at first and twice as long each time, with some randomness. Lists of
  thousands of counters meet a 503 with \`Retry-After\` first: an organization can read about three lists of 10,000 a second.
- Other 4xx: the same request will fail again.

The gateway in front of the service refuses some requests itself, with a body of its own,
\`{"message": "…"}\`: 413 for a body above 10 MB, 429 when all callers together send too much, and
503 when there is no capacity at the moment. These have neither \`code\` nor \`Retry-After\`.

## Verifying a webhook signature

1. Take the raw body: the bytes as they arrived, before JSON parsing.
2. Read \`t\` and \`v1\` from \`X-Service-Signature\`, which has the form \`t=<unix seconds>,v1=<hex>\`.
3. Compute the HMAC-SHA256 of \`<t>.<rawBody>\`. The key is the endpoint's whole secret as text,
   including \`whsec_\`.
4. Compare the lowercase hex digest with \`v1\` in constant time; a different length is a failure.
5. Refuse a \`t\` that is more than five minutes away from your clock. Each retry is signed anew.

Respond with 2xx within 10 seconds and process afterwards. Any other response is retried after 30 s,
2 min, 10 min, 1 h and 6 h, except 410, which ends the delivery.
`);

// Some renderers show a line end within a paragraph.
function unwrapped(markdown: string): string {
  return markdown.trim().replace(/([^\n])\n(?![\n|#-]|\d+\. )\s*/g, "$1 ");
}
