import * as z from "zod";
import { firingNews, type News, rearmingNews, roleNews } from "../../core/notices/news.ts";
import { alertIn } from "../alerts/dynamodb-alerts.ts";
import { firingIn } from "../alerts/dynamodb-firings.ts";
import { auditEntryIn } from "../audit/dynamodb-audit-log.ts";

/** The news in the new image of a stream record; throws where there are none. */
export function newsIn(image: unknown): News {
  const item = z.record(z.string(), z.unknown()).parse(image);
  if ("entryKey" in item) return roleNews(auditEntryIn(item));
  return "firingKey" in item ? firingNews(firingIn(item)) : rearmingNews(alertIn(item));
}
