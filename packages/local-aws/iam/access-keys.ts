import { createHash, randomUUID } from "node:crypto";
import { localCredentials } from "../template/arns.ts";

/** The access key of a function's environments, in AWS's form for temporary credentials. */
export function accessKeyOf(functionName: string): string {
  const digits = createHash("sha256").update(functionName).digest("hex").toUpperCase();
  return `ASIA${digits.slice(0, 16)}`;
}

/** The runtime's own calls have it; nobody else can. */
export const runtimeAccessKey = randomUUID();

export const administratorKeys: readonly string[] = [
  localCredentials.accessKeyId,
  runtimeAccessKey,
];

/** The access key that signed a request, if one did. */
export function accessKeyIn(authorization: string | undefined): string | undefined {
  return /Credential=([^/,\s]+)/.exec(authorization ?? "")?.[1];
}
