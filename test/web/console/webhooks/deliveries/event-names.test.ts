import { expect, test } from "vitest";
import { useDeletedEndpoints } from "../../../../../web/console/webhooks/deliveries/use-deleted-endpoints.ts";
import { useEventNames } from "../../../../../web/console/webhooks/deliveries/use-event-names.ts";
import { renderHook, useDocument } from "../../rendered-hook.ts";
import { type Asked, scriptedService } from "../../scripted-service.ts";

useDocument();

const counted = (counterId: string) => ({
  eventId: `counter.increment:${counterId}:7`,
  alertId: null,
});
const fired = (alertId: string) => ({ eventId: "threshold.alert.fired:ctr_1:7", alertId });

const lists = ({ path }: Asked) =>
  path.startsWith("/api/alerts/")
    ? { body: { alerts: [{ id: "alr_1", name: "Full" }], maximum: 100 } }
    : { body: { counters: [{ id: "ctr_1", name: "North" }] } };

test("a count has its counter's name and a firing its alert's, and what is gone is named so", async () => {
  scriptedService(lists);
  const deliveries = [counted("ctr_1"), counted("ctr_2"), fired("alr_1"), fired("alr_2")];
  const names = await renderHook(() => useEventNames(deliveries), undefined);
  expect(deliveries.map(names.current)).toEqual([
    "North",
    "an archived counter",
    "Full",
    "a deleted alert",
  ]);
});

test("alerts are not read where none has fired, and nothing is called gone before lists are there", async () => {
  const requests = scriptedService(() => undefined);
  const names = await renderHook(() => useEventNames([counted("ctr_1")]), undefined);
  expect(requests.map(({ path }) => path)).toEqual(["/api/organizations/org_1/counters"]);
  expect([counted("ctr_1"), fired("alr_1")].map(names.current)).toEqual([undefined, undefined]);
});

test("deleted endpoints are read from three pages of the audit log at most, and only when wanted", async () => {
  let page = 0;
  const requests = scriptedService(() => {
    page += 1;
    const target = { id: `end_${page}`, name: page === 1 ? "shop.example" : null };
    return { body: { entries: [{ target }, { target: { id: null } }], next: `p${page}` } };
  });
  const endpoints = await renderHook(useDeletedEndpoints, false);
  expect(requests).toEqual([]);
  await endpoints.show(true);
  expect(endpoints.current).toEqual([
    { id: "end_1", host: "shop.example" },
    { id: "end_2", host: "end_2" },
    { id: "end_3", host: "end_3" },
  ]);
  const from = requests.map(({ path }) =>
    new URL(path, "http://localhost").searchParams.get("from"),
  );
  expect(from).toEqual([null, "p1", "p2"]);
});
