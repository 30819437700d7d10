import { createHash } from "node:crypto";
import { localCredentials } from "../template/arns.ts";

/** The access key of a function's environments, in AWS's form for temporary credentials. */
export function accessKeyOf(functionName: string): string {
  const digits = createHash("sha256").update(functionName).digest("hex").toUpperCase();
  return `ASIA${digits.slice(0, 16)}`;
}

/** The access key that signed a request; without a signature that of the account's administrator. */
export function accessKeyIn(authorization: string | undefined): string {
  return /Credential=([^/,\s]+)/.exec(authorization ?? "")?.[1] ?? localCredentials.accessKeyId;
}
