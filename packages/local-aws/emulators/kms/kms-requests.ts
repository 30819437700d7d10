import * as z from "zod";

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
export const DataKeyRequest = z
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

export const EncryptRequest = z.strictObject({
  KeyId,
  Plaintext: bytes(4096),
  EncryptionAlgorithm,
  ...about,
});

export const DecryptRequest = z.strictObject({
  KeyId: KeyId.optional(),
  CiphertextBlob: bytes(6144),
  EncryptionAlgorithm,
  ...about,
});
