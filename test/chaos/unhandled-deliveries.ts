import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Unhandled } from "./course.ts";

const LogLine = z.object({ deliveryId: z.string(), timestamp: z.iso.datetime() });

/** What `deliver-webhook` said in its log that it could not handle. */
export function unhandledDeliveries(dataDir: string): Unhandled[] {
  return globSync(join(dataDir, "logs", "*DeliverWebhook*.log"))
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .filter((line) => line.includes('"a message is not handled and is retried"'))
    .flatMap((line) => LogLine.safeParse(JSON.parse(line)).data ?? [])
    .map(({ deliveryId, timestamp }) => ({ deliveryId, atMs: Date.parse(timestamp) }));
}
