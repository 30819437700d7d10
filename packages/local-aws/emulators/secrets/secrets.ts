import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AwsJsonServer, operation, ServiceError } from "../aws-json-server.ts";
import type { SecretValue } from "./secret-values.ts";

/** A member that would choose another version is refused. */
const GetSecretValue = z.strictObject({
  SecretId: z.string().min(1).max(2_048),
  VersionStage: z.literal("AWSCURRENT").optional(),
});

/** An emulator of Secrets Manager's API: AWS JSON 1.1, and of its operations only GetSecretValue. */
export class Secrets {
  readonly #values: readonly SecretValue[];
  readonly #startedSeconds = Date.now() / 1_000;
  readonly #versionId = randomUUID();
  readonly #server = new AwsJsonServer({
    name: "Secrets Manager",
    target: "secretsmanager",
    maxBodyBytes: 16 * 1024,
    operations: {
      GetSecretValue: operation(GetSecretValue, ({ SecretId }) => this.#getSecretValue(SecretId)),
    },
    errors: {
      notJson: "InvalidRequestException",
      invalid: "InvalidParameterException",
      internal: "InternalServiceError",
    },
  });

  constructor(values: readonly SecretValue[]) {
    this.#values = values;
  }

  /** Listens on a free port and returns its URL. */
  start(): Promise<string> {
    return this.#server.start();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #getSecretValue(id: string): object {
    const secret = this.#values.find(({ arn, name }) => id === arn || id === name);
    if (secret === undefined) {
      const message = "Secrets Manager can't find the specified secret.";
      throw new ServiceError("ResourceNotFoundException", message);
    }
    return {
      ARN: secret.arn,
      Name: secret.name,
      VersionId: this.#versionId,
      SecretString: secret.value,
      VersionStages: ["AWSCURRENT"],
      CreatedDate: this.#startedSeconds,
    };
  }
}
