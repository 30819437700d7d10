import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import type { ResendResults } from "../../../../api/private/deliveries.ts";
import { groupBy } from "../../../../core/group-by.ts";
import { maximumResent } from "../../../../core/limits.ts";
import { change } from "../../api/private-api.ts";
import { useOrganization, useReload } from "../../api/session.ts";
import { showError } from "../../shell/errors.tsx";

/** Resends deliveries, in as many requests as it needs, and says what became of them. */
export function useResend(done: () => void = () => {}) {
  const { id } = useOrganization();
  const reload = useReload();
  return useMutation({
    async mutationFn(deliveryIds: string[]) {
      const results: ResendResults["results"] = [];
      for (let start = 0; start < deliveryIds.length; start += maximumResent) {
        const some = deliveryIds.slice(start, start + maximumResent);
        const part = await change(
          "POST /api/webhooks/{organizationId}/deliveries/resend",
          { organizationId: id },
          { deliveryIds: some },
        );
        results.push(...part.results);
      }
      return results;
    },
    onSuccess(results) {
      for (const notice of noticesOf(results)) notifications.show(notice);
      done();
    },
    onError: showError,
    onSettled: () => reload("deliveries"),
  });
}

function noticesOf(results: ResendResults["results"]) {
  const resent = results.filter(({ why }) => why === null).length;
  const refused = groupBy(
    results.filter(({ why }) => why !== null),
    ({ why }) => why,
  );
  const sent = resent === 1 ? "1 delivery is sent again." : `${resent} deliveries are sent again.`;
  return [
    ...(resent > 0 ? [{ message: sent }] : []),
    ...[...refused].map(([why, those]) => ({
      color: "red",
      title: those.length === 1 ? "Not sent again" : `${those.length} not sent again`,
      message: why,
    })),
  ];
}
