import type { StoredItem } from "../stored-item.ts";
import type { Deleted, ItemChanges } from "./restore-verdict.ts";

/**
 * A lost organization comes back without the API keys and endpoints that were deleted since. An id in
 * these lists takes one of the places that an organization has, and where nothing is behind it, nobody
 * could remove it.
 */
export function withoutDeleted(organization: StoredItem, deleted: Deleted[]): ItemChanges {
  const isGone = (id: string) => deleted.some((one) => one !== "everything" && one.has(id));
  const { apiKeys, endpointIds } = organization;
  const keys = Object.entries(apiKeys?.M ?? {}).filter(([id]) => !isGone(id));
  const endpoints = (endpointIds?.SS ?? []).filter((id) => !isGone(id));
  return {
    set: {
      ...(apiKeys && { apiKeys: { M: Object.fromEntries(keys) } }),
      ...(endpoints.length > 0 && { endpointIds: { SS: endpoints } }),
    },
    // DynamoDB has no empty sets.
    remove: endpoints.length === 0 ? ["endpointIds"] : [],
  };
}
