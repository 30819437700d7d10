import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { AccessControl } from "../../iam/access-control.ts";
import { kmsRequests } from "../../iam/requests/json-requests.ts";
import { keyArn } from "../../template/arns.ts";
import { AwsJsonServer, operation, ServiceError } from "../aws-json-server.ts";
import type { KmsKeyRing } from "./kms-key-ring.ts";

/** An emulator of KMS's API: AWS JSON 1.1, symmetric encryption with the keys of a ring. */
export class Kms {
  readonly #ring: KmsKeyRing;
  readonly #server: AwsJsonServer;

  constructor(ring: KmsKeyRing, access?: AccessControl) {
    this.#ring = ring;
    this.#server = new AwsJsonServer({
      name: "KMS",
      target: "TrentService",
      // The largest request, one with a full context, is about half of it.
      maxBodyBytes: 32 * 1024,
      operations: this.#operations(),
      access,
      errors: {
        notJson: "SerializationException",
        invalid: "ValidationException",
        internal: "KMSInternalException",
      },
    });
  }

  #operations() {
    return {
      GenerateDataKeyWithoutPlaintext: operation({
        schema: DataKeyRequest,
        access: ({ KeyId, EncryptionContext }) =>
          kmsRequests("GenerateDataKeyWithoutPlaintext", {
            keyId: KeyId,
            encryptionContext: EncryptionContext,
          }),
        serve: (request) => this.#generateDataKey(request),
      }),
      Decrypt: operation({
        schema: DecryptRequest,
        access: ({ KeyId, CiphertextBlob, EncryptionContext }) =>
          kmsRequests("Decrypt", {
            keyId: KeyId ?? this.#ring.keyIdIn(CiphertextBlob),
            encryptionContext: EncryptionContext,
          }),
        serve: (request) => this.#decrypt(request),
      }),
    };
  }

  /** Listens on a free port and returns its URL. */
  start(): Promise<string> {
    return this.#server.start();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #generateDataKey(request: z.infer<typeof DataKeyRequest>): object {
    const { KeyId, KeySpec, NumberOfBytes, EncryptionContext } = request;
    const id = this.#find(KeyId);
    const key = randomBytes(NumberOfBytes ?? (KeySpec === "AES_128" ? 16 : 32));
    return {
      CiphertextBlob: this.#ring.seal(id, key, EncryptionContext).toString("base64"),
      KeyId: keyArn(id),
    };
  }

  #decrypt({ KeyId, CiphertextBlob, EncryptionContext }: z.infer<typeof DecryptRequest>): object {
    const wanted = KeyId === undefined ? undefined : this.#find(KeyId);
    const opened = this.#ring.open(CiphertextBlob, EncryptionContext);
    if (!opened) {
      const message = "The ciphertext was changed, or its encryption context is another.";
      throw new ServiceError("InvalidCiphertextException", message);
    }
    if (wanted !== undefined && wanted !== opened.keyId) {
      const message =
        "The key ID in the request does not identify a CMK that can perform this operation.";
      throw new ServiceError("IncorrectKeyException", message);
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
    throw new ServiceError("NotFoundException", `Key '${shown}' does not exist`);
  }
}

const Bytes = z.base64().transform((text) => Buffer.from(text, "base64"));
const bytes = (most: number) =>
  Bytes.refine(({ length }) => length >= 1 && length <= most, `must have 1 to ${most} bytes`);

const KeyId = z.string().min(1).max(2048);
const about = {
  EncryptionContext: z.record(z.string(), z.string()).default({}),
  // Grants and permissions have no meaning here.
  GrantTokens: z.array(z.string()).optional(),
};
const EncryptionAlgorithm = z.literal("SYMMETRIC_DEFAULT").optional();

/** The requests of KMS that are known here; a member that would change the response is refused. */
const DataKeyRequest = z
  .strictObject({
    KeyId,
    KeySpec: z.enum(["AES_128", "AES_256"]).optional(),
    NumberOfBytes: z.int().min(1).max(1024).optional(),
    ...about,
  })
  .refine(
    ({ KeySpec, NumberOfBytes }) => (KeySpec === undefined) !== (NumberOfBytes === undefined),
    "Please specify either number of bytes or key spec.",
  );

const DecryptRequest = z.strictObject({
  KeyId: KeyId.optional(),
  CiphertextBlob: bytes(6144),
  EncryptionAlgorithm,
  ...about,
});
