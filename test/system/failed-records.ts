import { mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect } from "vitest";
import { systemErrorCode } from "../../bin/ops/terminal/failure.ts";
import { clients, dataDir } from "./service.ts";

const lock = join(dataDir, "tests-of-failed-records.lock");

/**
 * Runs the tests of a file while no other such file runs: all files share the service's stores of
 * failed records and its dead-letter queues, and some tests count or redrive whatever is in them.
 */
export function holdFailedRecords(): void {
  beforeAll(async () => {
    while (!isHeld()) await setTimeout(50);
  }, 300_000);
  afterAll(() => rmdirSync(lock));
}

/** Waits for the one object of a store that contains this text, deletes it, and returns it. */
export async function takeFailedRecord(Bucket: string, text: string): Promise<string> {
  const found: { key: string | undefined; object: string }[] = [];
  const look = async () => {
    const { Contents = [] } = await clients.s3.send(new ListObjectsV2Command({ Bucket }));
    const objects = Contents.map(async ({ Key }) => {
      const { Body } = await clients.s3.send(new GetObjectCommand({ Bucket, Key }));
      return { key: Key, object: (await Body?.transformToString()) ?? "" };
    });
    found.splice(0, found.length, ...(await Promise.all(objects)));
    return found.filter(({ object }) => object.includes(text)).length;
  };
  await expect.poll(look, { timeout: 50_000 }).toBe(1);
  const one = found.find(({ object }) => object.includes(text));
  await clients.s3.send(new DeleteObjectCommand({ Bucket, Key: one?.key }));
  return one?.object ?? "";
}

function isHeld(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}
