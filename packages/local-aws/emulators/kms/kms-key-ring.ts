import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { StartError } from "../../start-error.ts";

export type EncryptionContext = Record<string, string>;

const MasterKeys = z.record(
  z.string(),
  z.base64().refine((text) => Buffer.from(text, "base64").length === 32),
);
type MasterKeys = z.infer<typeof MasterKeys>;

const version = 1;
const nonceBytes = 12;
const cipher = { name: "aes-256-gcm", tag: { authTagLength: 16 } } as const;

/** The master keys of the template's KMS keys, kept in the data folder for their owner only. */
export class KmsKeyRing {
  readonly #ids: ReadonlySet<string>;
  readonly #keys: MasterKeys;

  constructor(dataDir: string, ids: readonly string[]) {
    this.#ids = new Set(ids);
    this.#keys = masterKeys(join(dataDir, "kms-keys.json"), ids);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** A blob that names its key and opens with an equal context only. */
  seal(id: string, plaintext: Buffer, context: EncryptionContext): Buffer {
    const name = Buffer.from(id);
    const start = Buffer.from([version, name.length]);
    const header = Buffer.concat([start, name, randomBytes(nonceBytes)]);
    const nonce = header.subarray(-nonceBytes);
    const sealing = createCipheriv(cipher.name, this.#key(id), nonce, cipher.tag);
    sealing.setAAD(associated(header, context));
    const sealed = [sealing.update(plaintext), sealing.final(), sealing.getAuthTag()];
    return Buffer.concat([header, ...sealed]);
  }

  /**
   * The plaintext of a blob; undefined when the blob was changed, or encrypted under another key or
   * context.
   */
  open(blob: Buffer, context: EncryptionContext): { keyId: string; plaintext: Buffer } | undefined {
    const headerBytes = 2 + (blob[1] ?? 0) + nonceBytes;
    const sealedEnd = blob.length - cipher.tag.authTagLength;
    if (blob[0] !== version || sealedEnd < headerBytes) return undefined;
    const header = blob.subarray(0, headerBytes);
    const keyId = this.keyIdIn(blob);
    if (!this.has(keyId)) return undefined;
    const nonce = header.subarray(-nonceBytes);
    const opening = createDecipheriv(cipher.name, this.#key(keyId), nonce, cipher.tag);
    opening.setAAD(associated(header, context)).setAuthTag(blob.subarray(sealedEnd));
    const plaintext = opening.update(blob.subarray(headerBytes, sealedEnd));
    try {
      return { keyId, plaintext: Buffer.concat([plaintext, opening.final()]) };
    } catch {
      return undefined;
    }
  }

  /** The key under which a blob says that it was sealed. */
  keyIdIn(blob: Buffer): string {
    return blob.toString("utf8", 2, 2 + (blob[1] ?? 0));
  }

  #key(id: string): Buffer {
    return Buffer.from(this.#keys[id] ?? "", "base64");
  }
}

/** Keys that were made once stay, even when a template without them comes between. */
function masterKeys(file: string, ids: readonly string[]): MasterKeys {
  const kept = existsSync(file) ? readKept(file) : {};
  const missing = ids.filter((id) => !Object.hasOwn(kept, id));
  if (missing.length === 0) return kept;
  const made = missing.map((id) => [id, randomBytes(32).toString("base64")]);
  const keys = { ...kept, ...Object.fromEntries(made) };
  // Written as a whole: half a file would lose every key.
  const draft = `${file}.draft`;
  writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
  return keys;
}

function readKept(file: string): MasterKeys {
  try {
    return MasterKeys.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // The cause is left out: it might quote a key.
    throw new StartError(
      `${file} does not hold the keys that it should. Put the file back, or start with an empty ` +
        "data folder.",
      { remedy: "empty-data-folder" },
    );
  }
}

function associated(header: Buffer, context: EncryptionContext): Buffer {
  const entries = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([header, Buffer.from(JSON.stringify(entries))]);
}
