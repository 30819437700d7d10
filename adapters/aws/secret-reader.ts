import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

/**
 * Reads a secret of Secrets Manager when it is first needed, and once per instance: a new value is
 * in use when the instances have ended, after some hours or with the next deployment.
 */
export function secretReader(client: SecretsManagerClient, secretArn: string) {
  let known: Promise<string> | undefined;
  return (): Promise<string> => {
    known ??= readSecret(client, secretArn).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
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
