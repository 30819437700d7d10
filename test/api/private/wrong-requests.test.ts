import { expect, test } from "vitest";
import type { Route } from "../../../api/private/route.ts";
import { type PrivateRoutes, privateRoutes } from "../../../api/private/routes.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";
import { bodyOf, queryOf } from "../../../lambdas/private-api/request-parsing.ts";

// What each route refuses of a query or a body, before it looks at anything that is stored. That a
// function parses by these schemas is asked once for each area, over HTTP.

const counterIds = (count: number) =>
  Array.from({ length: count }, (_, index) => `ctr_${String(index).padStart(20, "0")}`);
const formId = "0b0e7c1e-6a50-4a3c-8e53-3f3f3b1e5b1a";
const form = (fields: object) => ({ formId, ...fields });

const tap = { id: formId, direction: "up", tappedAt: "2026-11-21T12:00:00Z" };
const taps = (change: object) => ({ taps: [{ ...tap, ...change }] });
const adjustment = (change: object) => form({ to: 5, ...change });
const day = { resolution: "day", from: "2026-01-01T00:00:00Z" };
const january = { targets: counterIds(1)[0], from: "2026-01-01", to: "2026-01-31", by: "day" };
const gate = (change: object) => form({ name: "Gate", counterIds: counterIds(1), ...change });
const endpoint = (change: object) =>
  form({ url: "https://example.com/", events: ["counter.increment"], ...change });

/** By route what is refused, and how the refusal names what is wrong. */
const wrong: Partial<Record<keyof PrivateRoutes, [sent: unknown, named: RegExp][]>> = {
  "POST /api/gates/{gateId}/counters/{counterId}/taps": [
    [{ taps: [] }, /taps/],
    [{ taps: Array(26).fill(tap) }, /taps/],
    [{ taps: tap }, /taps/],
    [{}, /taps/],
    [null, /body/],
    ["taps", /body/],
    [taps({ id: undefined }), /id/],
    [taps({ id: "1" }), /id/],
    [taps({ id: "a".repeat(10_000) }), /id/],
    [taps({ direction: "sideways" }), /direction/],
    [taps({ tappedAt: undefined }), /tappedAt/],
    [taps({ tappedAt: "2026-11-21" }), /tappedAt/],
    [taps({ tappedAt: "2026-02-30T12:00:00Z" }), /tappedAt/],
    [taps({ tappedAt: "2026-11-21T12:00:00+01:00" }), /tappedAt/],
    [taps({ tappedAt: 0 }), /tappedAt/],
    [taps({ tappedAt: "\ud83d" }), /tappedAt/],
  ],
  "POST /api/gates/open": [
    [{ token: "x".repeat(201) }, /token/],
    [{ token: 7 }, /token/],
  ],
  "POST /api/organization/join/accept": [
    [null, /body/],
    [{}, /token/],
    [{ token: 1 }, /token/],
    [{ token: "x".repeat(201) }, /token/],
    [[], /body/],
  ],
  "POST /api/session/end": [
    [{ everywhere: "yes" }, /everywhere/],
    [[], /body/],
  ],
  "POST /api/setup/{organizationId}/counters/{counterId}/adjust": [
    [adjustment({ to: Number.MAX_SAFE_INTEGER + 1 }), /to/],
    [adjustment({ to: 1.5 }), /to/],
    [adjustment({ to: "5" }), /to/],
    [adjustment({ to: undefined }), /to/],
    [adjustment({ formId: "5" }), /formId/],
    [adjustment({ formId: undefined }), /formId/],
    [adjustment({ reason: "" }), /reason/],
    [adjustment({ reason: " padded " }), /reason/],
    [adjustment({ reason: "two\nlines" }), /reason/],
    [adjustment({ reason: "half \ud83d" }), /reason/],
    [adjustment({ reason: "\u200b\u2060" }), /reason/],
    [adjustment({ reason: "🧮".repeat(201) }), /reason/],
    [adjustment({ reason: null }), /reason/],
  ],
  "POST /api/setup/{organizationId}/groups/{groupId}/reset": [
    [form({ after: "x" }), /after/],
    [form({ reason: "two\nlines" }), /reason/],
    [{ formId: "x" }, /formId/],
  ],
  "POST /api/setup/{organizationId}/counters": [
    [form({}), /name/],
    [form({ name: "\u200b" }), /name/],
    [form({ name: "a", mode: "up" }), /mode/],
    [form({ name: "a", incrementStep: 0 }), /incrementStep/],
    [form({ name: "a", incrementStep: 1.5 }), /incrementStep/],
    [form({ name: "a", goalTarget: 1e-200 }), /goalTarget/],
    [form({ name: "a", goalTarget: "5" }), /goalTarget/],
    [{ name: "a" }, /formId/],
    ...["", "x", 7, null, {}, "ä".repeat(36), `${formId}0`].map((id): [object, RegExp] => [
      { name: "a", formId: id },
      /formId/,
    ]),
  ],
  "PATCH /api/setup/{organizationId}/counters/{counterId}": [
    [{ settings: { resetTo: 0.5 } }, /resetTo/],
    [{ settings: {} }, /settings/],
  ],
  "GET /api/setup/{organizationId}/counters/live": [
    [{}, /ids/],
    [{ ids: "" }, /ids/],
    [{ ids: "ctr_1" }, /ids/],
    [{ ids: `${counterIds(1)}\n` }, /ids/],
    [{ ids: counterIds(101).join() }, /ids/],
  ],
  "GET /api/charts/{organizationId}/counters/{counterId}": [
    [{}, /resolution/],
    [{ ...day, resolution: "second" }, /resolution/],
    [{ ...day, from: "yesterday" }, /from must be a date-time .* "yesterday"/],
    [{ ...day, from: "0050-01-01T00:00:00Z" }, /.*2000 to 2999/],
    [{ ...day, from: "2026-02-30T00:00:00Z" }, /from/],
    [{ ...day, from: "+123456-01-01T00:00:00Z" }, /from/],
  ],
  "GET /api/reports/{organizationId}": [
    [{ targets: january.targets }, /from/],
    [{ ...january, targets: "Main entrance" }, /.*ids of counters, or ids of groups/],
    [{ ...january, targets: `${january.targets},grp_${"0".repeat(20)}` }, /.*ids of counters, or/],
    [{ ...january, targets: counterIds(26).join() }, /.*at most 25 ids; ask for the rest/],
    [{ ...january, by: "minute" }, /by/],
    [{ ...january, from: "2026-02-30" }, /from/],
    [{ ...january, from: "1999-12-31" }, /.*2000 to 2999; received "1999-12-31"/],
  ],
  "GET /api/organization/{organizationId}/audit": [
    [{ limit: 0 }, /limit/],
    [{ limit: 101 }, /limit/],
    [{ limit: "x" }, /limit/],
    [{ from: "x" }, /from/],
    [{ since: "yesterday" }, /since/],
  ],
  "PATCH /api/organization/{organizationId}": [
    [{ settings: { name: " " } }, /name/],
    [{ settings: { name: null } }, /name/],
    [{ settings: {} }, /settings/],
    [{ settings: [] }, /settings/],
    [{ name: "New" }, /settings/],
    ["x", /body/],
    [{ settings: { plan: "enterprise" } }, /settings/],
    [{ settings: { timeZone: "Moon/Base" } }, /timeZone/],
    [{ settings: { dayStart: "04:05" } }, /dayStart/],
    [{ settings: { language: "DE" } }, /language/],
    [{ settings: { dayStarts: [{ from: "2026-01-01", at: "04:00" }] } }, /settings/],
    [{ settings: { name: "New", timeZone: "../etc/passwd" } }, /timeZone/],
    [{ seen: { name: "Test" } }, /settings/],
    [{ settings: { name: "New" }, seen: { name: 1 } }, /seen/],
  ],
  "POST /api/organization/{organizationId}/gates": [
    [gate({ counterIds: [] }), /counterIds/],
    [gate({ counterIds: counterIds(51) }), /counterIds/],
    [gate({ name: " " }), /name/],
    [gate({ endsAt: "tomorrow" }), /endsAt/],
  ],
  "POST /api/keys/{organizationId}": [
    [form({ name: "a\nb" }), /name/],
    [form({ name: null }), /name/],
  ],
  "POST /api/deletion/{organizationId}": [
    [{}, /name/],
    [{ name: 5 }, /name/],
    [{ name: "x".repeat(1_001) }, /name/],
    [[], /body/],
  ],
  "PATCH /api/overview/{organizationId}/pins": [
    [{ settings: { pins: ["x"] } }, /pins/],
    [{ settings: { pins: Array(2).fill(counterIds(1)[0]) } }, /pins/],
    [{ settings: { pins: counterIds(25) } }, /pins/],
  ],
  "GET /api/overview/{organizationId}": [[{ targets: "x" }, /targets/]],
  "GET /api/overview/{organizationId}/usual": [[{}, /targets/]],
  "GET /api/alerts/{organizationId}/targets": [
    [{ scope: "door" }, /scope/],
    [{ scope: "group", q: "x".repeat(201) }, /q/],
  ],
  "POST /api/webhooks/{organizationId}/endpoints": [
    [form({}), /url/],
    [endpoint({ events: [] }), /events/],
    [endpoint({ events: ["counter.sideways"] }), /events/],
    [endpoint({ filter: { counterIds: [], groupIds: [] } }), /filter/],
    [endpoint({ filter: { counterIds: ["north"], groupIds: [] } }), /filter/],
    [endpoint({ filter: { counterIds: counterIds(101), groupIds: [] } }), /filter/],
  ],
  "PATCH /api/webhooks/{organizationId}/endpoints/{endpointId}": [[{ settings: {} }, /settings/]],
  "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/recover": [
    [{ since: `2026-01-01T00:00:00.${"0".repeat(4_000)}Z`, dryRun: false }, /since/],
  ],
  "POST /api/webhooks/{organizationId}/deliveries/resend": [
    [{ deliveryIds: [] }, /deliveryIds/],
    [{ deliveryIds: ["dlv_x"] }, /deliveryIds/],
    [{ deliveryIds: Array(26).fill(`dlv_${"0".repeat(48)}`) }, /deliveryIds/],
  ],
  "GET /api/webhooks/{organizationId}/deliveries": [
    [{ state: "lost" }, /state/],
    [{ counter: "x" }, /counter/],
    [{ endpoint: "end_x" }, /endpoint/],
    [{ from: "x" }, /from/],
  ],
  "GET /api/webhooks/{organizationId}/events": [
    [{}, /of/],
    [{ of: "counter", counter: "x" }, /counter/],
  ],
};

/** What a route's function does with a request; throws the refusal. */
function parse({ query, body }: Route, sent: unknown): unknown {
  if (query !== undefined) {
    const rawQueryString = new URLSearchParams(sent as Record<string, string>).toString();
    return queryOf({ rawQueryString } as HttpEvent, query);
  }
  if (body === undefined) throw new Error("the route takes nothing");
  return bodyOf({ body: JSON.stringify(sent) } as HttpEvent, body, 1_000_000);
}

test.each(Object.entries(wrong))("%s names what is wrong with a request", (key, requests) => {
  const route: Route = privateRoutes[key as keyof PrivateRoutes];
  const code = route.query === undefined ? "INVALID_BODY" : "INVALID_PARAMETER";
  for (const [sent, named] of requests) {
    let refusal: unknown;
    try {
      parse(route, sent);
    } catch (error) {
      refusal = error;
    }
    const message = expect.stringMatching(
      new RegExp(`^Invalid request: (?:\\w+\\.)*${named.source}`),
    );
    expect([sent, refusal]).toMatchObject([sent, { status: 400, message, details: { code } }]);
  }
});
