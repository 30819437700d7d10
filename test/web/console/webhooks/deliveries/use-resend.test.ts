import { cleanNotifications, notificationsStore } from "@mantine/notifications";
import { expect, test, vi } from "vitest";
import { maximumResent } from "../../../../../core/limits.ts";
import { useResend } from "../../../../../web/console/webhooks/deliveries/use-resend.ts";
import { doing, renderHook, useDocument } from "../../rendered-hook.ts";
import { type Scripted, scriptedService } from "../../scripted-service.ts";

useDocument();

/** What is said about it, the newest last. */
function notices() {
  const { notifications, queue } = notificationsStore.getState();
  return [...notifications, ...queue].map(({ title, message }) => [title, message]);
}

async function resend(count: number, reply: (ids: string[]) => Scripted) {
  cleanNotifications();
  const requests = scriptedService(({ body }) =>
    reply((body as { deliveryIds: string[] }).deliveryIds),
  );
  const done = vi.fn();
  const page = await renderHook(() => useResend(done), undefined);
  await doing(() =>
    page.current.mutate(Array.from({ length: count }, (_, index) => `dlv_${index}`)),
  );
  return { requests, done };
}

test("as many requests are sent as it takes, and each delivery is in one of them", async () => {
  const sent: string[] = [];
  const { requests, done } = await resend(maximumResent + 1, (ids) => {
    sent.push(...ids);
    return { body: { results: ids.map((id) => ({ id, why: null })) } };
  });
  expect(requests).toHaveLength(2);
  expect(new Set(sent).size).toBe(maximumResent + 1);
  expect(notices()).toEqual([[undefined, `${maximumResent + 1} deliveries are sent again.`]]);
  expect(done).toHaveBeenCalledTimes(1);
});

test("what is refused is told once for each reason, beside what is sent", async () => {
  const whys = [null, "It is sent.", "It is sent.", "Its event is gone."];
  await resend(4, (ids) => ({ body: { results: ids.map((id, at) => ({ id, why: whys[at] })) } }));
  expect(notices()).toEqual([
    [undefined, "1 delivery is sent again."],
    ["2 not sent again", "It is sent."],
    ["Not sent again", "Its event is gone."],
  ]);
});

test("without a response nothing is said to be sent, and the selection stays", async () => {
  const { done } = await resend(1, () => undefined);
  expect(notices()).toEqual([["It may have been done", expect.anything()]]);
  expect(done).toHaveBeenCalledTimes(0);
});
