import { QueryClient } from "@tanstack/react-query";
import { ServiceError } from "./private-api.ts";

/**
 * Reads are repeated while the service may be back in a moment, and not where it has refused. Without a
 * network all requests fail at once: by default they would wait for it, and a change that somebody has
 * given up would be made when it is back.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
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
}
