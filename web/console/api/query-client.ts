import { QueryClient } from "@tanstack/react-query";
import { ServiceError } from "./private-api.ts";

/** Reads are repeated while the service may be back in a moment, and not where it has refused. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < 3 && error instanceof ServiceError && error.status === null,
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      mutations: { retry: false },
    },
  });
}
