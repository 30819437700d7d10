import { expect, test } from "vitest";
import { damagedItemsHeader } from "../../../../api/private/damaged-items.ts";
import { useDamaged } from "../../../../web/console/api/damaged.ts";
import { read } from "../../../../web/console/api/private-api.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";
import { scriptedService } from "../scripted-service.ts";

useDocument();

test("what a response leaves out is known of its organization, once and by its key", async () => {
  const headers = { [damagedItemsHeader]: "gates/gat_1,alerts/ctr_1%2Falt_1" };
  scriptedService(() => ({ status: 200, body: { gates: [] }, headers }));
  const page = await renderHook(useDamaged, "org_1");
  const list = () =>
    read("GET /api/organization/{organizationId}/gates", { organizationId: "org_1" });
  await doing(list);
  await doing(list);
  expect(page.current).toEqual([
    { table: "gates", id: "gat_1" },
    { table: "alerts", id: "ctr_1/alt_1" },
  ]);
  await page.show("org_2");
  expect(page.current).toEqual([]);
});
