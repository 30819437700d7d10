import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { AccessControl } from "../../iam/access-control.ts";
import { secretArn } from "../../template/arns.ts";
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
  readonly #server: AwsJsonServer;

  constructor(values: readonly SecretValue[], access?: AccessControl) {
    this.#values = values;
    this.#server = new AwsJsonServer({
      name: "Secrets Manager",
      target: "secretsmanager",
      maxBodyBytes: 16 * 1024,
      operations: {
        GetSecretValue: operation({
          schema: GetSecretValue,
          access: ({ SecretId }) => [
            { action: "secretsmanager:GetSecretValue", resource: this.#arn(SecretId), context: {} },
          ],
          serve: ({ SecretId }) => this.#getSecretValue(SecretId),
        }),
      },
      access,
      errors: {
        notJson: "InvalidRequestException",
        invalid: "InvalidParameterException",
        internal: "InternalServiceError",
      },
    });
  }

  /** Listens on a free port and returns its URL. */
  start(): Promise<string> {
    return this.#server.start();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #find(id: string): SecretValue | undefined {
    return this.#values.find(({ arn, name }) => id === arn || id === name);
  }

  /** The whole ARN, with the characters that AWS puts behind the name. */
  #arn(id: string): string {
    return this.#find(id)?.arn ?? (id.startsWith("arn:") ? id : secretArn(id));
  }

  #getSecretValue(id: string): object {
    const secret = this.#find(id);
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
