import { QueryClient } from "@tanstack/react-query";
import { lostChanges } from "./lost-changes.ts";
import { ServiceError } from "./private-api.ts";

/** When what a lost request may have done is read again: soon, and after the 29 seconds that the service has. */
const readAgainMs = [2_000, 30_000];

/**
 * Reads are repeated while the service may be back in a moment, and not where it has refused. Without a
 * network all requests fail at once: by default they would wait for it, and a change that somebody has
 * given up would be made when it is back. What is shown is read again after a change that may have been
 * made, and once more when the network is back, where it could not be.
 */
export function newQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < 3 &&
          navigator.onLine !== false &&
          error instanceof ServiceError &&
          error.status === null,
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  lostChanges.listen(() => {
    for (const ms of readAgainMs) setTimeout(() => void client.invalidateQueries(), ms);
  });
  return client;
}
