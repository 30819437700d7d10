import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** A request of signatures.json, standard-webhooks.json or rotation.json, as the package has them. */
export interface SignedVector {
  name: string;
  secrets: string[];
  headers: Record<string, string>;
  body?: string;
  bodyBase64?: string;
  now: number;
  toleranceSeconds: number;
  signed: boolean;
  verified: boolean;
}

export function vectorsOf<Case>(name: string): Case[] {
  const text = readFileSync(join(inject("clientPackage"), "vectors", `${name}.json`), "utf8");
  return JSON.parse(text).cases;
}

export const bytesOf = ({ body, bodyBase64 }: SignedVector) =>
  bodyBase64 === undefined ? Buffer.from(body ?? "") : Buffer.from(bodyBase64, "base64");
