import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";

/** When what a request may have done is read again: soon, and after the 29 seconds that the service has. */
const readAgainMs = [2_000, 30_000];

/**
 * Sends the requests of a form, each with a signal that ends it. `giveUp`, when the form is closed or
 * its page is left, ends the one under way: a response that comes too late shows nothing. The service may
 * go on with it, so the person is told, and what the page shows is read again.
 */
export function useSending() {
  const client = useQueryClient();
  const underWay = useRef<AbortController>(undefined);
  async function send<Result>(request: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    underWay.current = controller;
    try {
      return await request(controller.signal);
    } finally {
      if (underWay.current === controller) underWay.current = undefined;
    }
  }
  const giveUp = useCallback(() => {
    if (underWay.current === undefined) return;
    underWay.current.abort();
    underWay.current = undefined;
    for (const ms of readAgainMs) setTimeout(() => void client.invalidateQueries(), ms);
    notifications.show({
      color: "yellow",
      title: "It may have been saved",
      message:
        "The form was closed before the service responded. Check whether the change was made.",
      autoClose: 20_000,
    });
  }, [client]);
  return { send, giveUp };
}
