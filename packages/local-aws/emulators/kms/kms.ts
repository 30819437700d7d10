import { randomBytes } from "node:crypto";
import * as z from "zod";
import { keyArn } from "../../template/arns.ts";
import { type EmulatorRequest, type EmulatorResponse, EmulatorServer } from "../emulator-server.ts";
import type { KmsKeyRing } from "./kms-key-ring.ts";
import { DataKeyRequest, DecryptRequest, EncryptRequest } from "./kms-requests.ts";

// The largest request, an Encrypt with a full context, is about half of it.
const maxBodyBytes = 32 * 1024;

/** An error of KMS. */
class KmsError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** An emulator of KMS's API: AWS JSON 1.1, symmetric encryption with the keys of a ring. */
export class Kms {
  readonly #ring: KmsKeyRing;
  readonly #server: EmulatorServer;
  readonly #operations: Record<string, (request: unknown) => object> = {
    GenerateDataKey: (request) => this.#generateDataKey(request),
    GenerateDataKeyWithoutPlaintext: (request) => {
      const { Plaintext: _, ...response } = this.#generateDataKey(request);
      return response;
    },
    Encrypt: (request) => this.#encrypt(request),
    Decrypt: (request) => this.#decrypt(request),
  };

  constructor(ring: KmsKeyRing) {
    this.#ring = ring;
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
      if (error instanceof KmsError) {
        return json(400, { __type: error.type, message: error.message });
      }
      return json(500, { __type: "KMSInternalException", message: String(error) });
    }
  }

  #serve({ method, headers, body }: EmulatorRequest): object {
    const [service, operation = ""] = String(headers["x-amz-target"] ?? "").split(".");
    const isKnown = service === "TrentService" && Object.hasOwn(this.#operations, operation);
    const serve = isKnown && method === "POST" ? this.#operations[operation] : undefined;
    if (!serve) {
      const message = `The local KMS does not know ${method} ${headers["x-amz-target"]}.`;
      throw new KmsError("UnknownOperationException", message);
    }
    if (body === "too large") throw invalid(`The request has more than ${maxBodyBytes} bytes.`);
    return serve(parseJson(body));
  }

  #generateDataKey(request: unknown) {
    const { KeyId, KeySpec, NumberOfBytes, EncryptionContext } = valid(DataKeyRequest, request);
    const id = this.#find(KeyId);
    const key = randomBytes(NumberOfBytes ?? (KeySpec === "AES_128" ? 16 : 32));
    return {
      CiphertextBlob: this.#ring.seal(id, key, EncryptionContext).toString("base64"),
      Plaintext: key.toString("base64"),
      KeyId: keyArn(id),
    };
  }

  #encrypt(request: unknown): object {
    const { KeyId, Plaintext, EncryptionContext } = valid(EncryptRequest, request);
    const id = this.#find(KeyId);
    return {
      CiphertextBlob: this.#ring.seal(id, Plaintext, EncryptionContext).toString("base64"),
      KeyId: keyArn(id),
      EncryptionAlgorithm: "SYMMETRIC_DEFAULT",
    };
  }

  #decrypt(request: unknown): object {
    const { KeyId, CiphertextBlob, EncryptionContext } = valid(DecryptRequest, request);
    const wanted = KeyId === undefined ? undefined : this.#find(KeyId);
    const opened = this.#ring.open(CiphertextBlob, EncryptionContext);
    if (!opened) {
      const message = "The ciphertext was changed, or its encryption context is another.";
      throw new KmsError("InvalidCiphertextException", message);
    }
    if (wanted !== undefined && wanted !== opened.keyId) {
      const message =
        "The key ID in the request does not identify a CMK that can perform this operation.";
      throw new KmsError("IncorrectKeyException", message);
    }
    return {
      Plaintext: opened.plaintext.toString("base64"),
      KeyId: keyArn(opened.keyId),
      EncryptionAlgorithm: "SYMMETRIC_DEFAULT",
    };
  }

  /** The id of a key that is named by its id or its ARN. */
  #find(named: string): string {
    const id = named.split("/").at(-1) ?? "";
    if (this.#ring.has(id) && [id, keyArn(id)].includes(named)) return id;
    const shown = named.startsWith("arn:") || named.includes("/") ? named : keyArn(named);
    throw new KmsError("NotFoundException", `Key '${shown}' does not exist`);
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
    throw new KmsError("SerializationException", "The request is not JSON.");
  }
}

function valid<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(z.prettifyError(parsed.error));
}

const invalid = (message: string) => new KmsError("ValidationException", message);
