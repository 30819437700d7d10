import { notifications } from "@mantine/notifications";
import { useCallback, useRef } from "react";
import { ServiceError } from "../api/private-api.ts";

/**
 * Sends the requests of a form, each with a signal that ends it. `giveUp`, when the form is closed or
 * its page is left, ends the one under way: a response that comes too late shows nothing. The service may
 * go on with it, or have made what a lost response would have said, so the person is told.
 */
export function useSending() {
  const underWay = useRef<AbortController>(undefined);
  const isUnknown = useRef(false);
  async function send<Result>(request: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    underWay.current = controller;
    try {
      const result = await request(controller.signal);
      isUnknown.current = false;
      return result;
    } catch (error) {
      const isLost = error instanceof ServiceError && error.isUnknown;
      if (isLost && underWay.current === controller) isUnknown.current = true;
      throw error;
    } finally {
      if (underWay.current === controller) underWay.current = undefined;
    }
  }
  const giveUp = useCallback(() => {
    if (underWay.current === undefined && !isUnknown.current) return;
    underWay.current?.abort();
    underWay.current = undefined;
    isUnknown.current = false;
    notifications.show({
      color: "yellow",
      title: "It may have been saved",
      message:
        "The form was closed before the service responded. Check whether the change was made.",
      autoClose: 20_000,
    });
  }, []);
  return { send, giveUp };
}
