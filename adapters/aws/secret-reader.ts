import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

const keptMs = 5 * 60_000;

/**
 * Reads a secret of Secrets Manager when it is first needed, and once per instance: a new value is
 * in use when the instances have ended, after some hours or with the next deployment. With a clock
 * it is read again after five minutes.
 */
export function secretReader(
  client: SecretsManagerClient,
  secretArn: string,
  clock?: { now(): number },
) {
  let known: { text: Promise<string>; untilMs: number } | undefined;
  return (): Promise<string> => {
    const nowMs = clock?.now() ?? 0;
    if (known !== undefined && nowMs < known.untilMs) return known.text;
    const text = readSecret(client, secretArn);
    known = { text, untilMs: nowMs + keptMs };
    text.catch(() => {
      known = undefined;
    });
    return text;
  };
}

/** The present text of a secret. */
export async function readSecret(client: SecretsManagerClient, secretArn: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
  if (SecretString === undefined || SecretString === "") {
    throw new Error(`the secret ${secretArn} has no text`);
  }
  return SecretString;
}
