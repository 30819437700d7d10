import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";

/**
 * Sends the requests of a form, each with a signal that ends it. `giveUp`, when the form is closed,
 * ends the one under way: a response that comes too late shows nothing. What it asked for may have been
 * done, so the person is told, and what the page shows is read again.
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
    void client.invalidateQueries();
    notifications.show({
      color: "yellow",
      title: "It may have been saved",
      message: "You closed the form before the service had answered. Look whether it was done.",
      autoClose: 20_000,
    });
  }, [client]);
  return { send, giveUp };
}
