import { notificationsStore } from "@mantine/notifications";
import { beforeEach, expect, test, vi } from "vitest";
import { change } from "../../../../web/console/api/private-api.ts";
import { useSending } from "../../../../web/console/forms/use-sending.ts";
import { renderHook, useDocument } from "../rendered-hook.ts";
import { later, type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();
beforeEach(() =>
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [] }),
);

test.each<{ of: string; isOnline: boolean; replies: (Scripted | "none yet")[]; isTold: boolean }>([
  { of: "whose response was lost", isOnline: true, replies: [undefined], isTold: true },
  { of: "that is under way", isOnline: true, replies: ["none yet"], isTold: true },
  { of: "that was never sent", isOnline: false, replies: [undefined], isTold: false },
  { of: "that was refused", isOnline: true, replies: [{ status: 409 }], isTold: false },
  { of: "that was lost, then made", isOnline: true, replies: [undefined, {}], isTold: false },
])(
  "a form that is closed tells of a change $of: $isTold",
  async ({ isOnline, replies, isTold }) => {
    vi.stubGlobal("navigator", { onLine: isOnline });
    const form = await renderHook(useSending, undefined);
    for (const reply of replies) {
      scriptedService(() => (reply === "none yet" ? later().reply : reply));
      const key = "POST /api/setup/{organizationId}/counters/{counterId}/adjust";
      const at = { organizationId: "org_1", counterId: "ctr_1" };
      const sent = form.current.send((signal) => change(key, at, { formId: "f", to: 1 }, signal));
      if (reply !== "none yet") await sent.catch(() => undefined);
    }
    form.current.giveUp();
    form.current.giveUp();
    const told = notificationsStore.getState().notifications.map(({ title }) => title);
    expect(told).toEqual(isTold ? ["It may have been saved"] : []);
  },
);
