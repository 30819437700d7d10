import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type EmulatorRequest, type EmulatorResponse, EmulatorServer } from "../emulator-server.ts";
import type { SecretValue } from "./secret-values.ts";

const maxBodyBytes = 16 * 1024;

/** A member that would choose another version is refused. */
const GetSecretValue = z.strictObject({
  SecretId: z.string().min(1).max(2_048),
  VersionStage: z.literal("AWSCURRENT").optional(),
});

/** An error of Secrets Manager. */
class SecretsError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** An emulator of Secrets Manager's API: AWS JSON 1.1, and of its operations only GetSecretValue. */
export class Secrets {
  readonly #values: readonly SecretValue[];
  readonly #startedSeconds = Date.now() / 1_000;
  readonly #versionId = randomUUID();
  readonly #server: EmulatorServer;

  constructor(values: readonly SecretValue[]) {
    this.#values = values;
    const respond = (request: EmulatorRequest) => this.#respond(request);
    this.#server = new EmulatorServer({ maxBodyBytes, respond });
  }

  /** Listens on a free port and returns its URL. */
  start(): Promise<string> {
    return this.#server.start();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #respond(request: EmulatorRequest): EmulatorResponse {
    try {
      return json(200, this.#serve(request));
    } catch (error) {
      if (error instanceof SecretsError) {
        return json(400, { __type: error.type, message: error.message });
      }
      return json(500, { __type: "InternalServiceError", message: String(error) });
    }
  }

  #serve({ method, headers, body }: EmulatorRequest): object {
    const operation = headers["x-amz-target"];
    if (operation !== "secretsmanager.GetSecretValue" || method !== "POST") {
      const message = `The local Secrets Manager does not know ${method} ${operation}.`;
      throw new SecretsError("UnknownOperationException", message);
    }
    const request = GetSecretValue.safeParse(body === "too large" ? undefined : parseJson(body));
    if (!request.success) {
      throw new SecretsError("InvalidParameterException", z.prettifyError(request.error));
    }
    return this.#getSecretValue(request.data.SecretId);
  }

  #getSecretValue(id: string): object {
    const secret = this.#values.find(({ arn, name }) => id === arn || id === name);
    if (secret === undefined) {
      const message = "Secrets Manager can't find the specified secret.";
      throw new SecretsError("ResourceNotFoundException", message);
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

function json(status: number, body: object): EmulatorResponse {
  const headers = { "content-type": "application/x-amz-json-1.1" };
  return { status, headers, body: JSON.stringify(body) };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new SecretsError("InvalidRequestException", "The request is not JSON.");
  }
}
