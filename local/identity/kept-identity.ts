import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "local-aws";
import * as z from "zod";
import { randomSecret } from "../../adapters/random.ts";
import { writeJsonAtomic } from "../write-file-atomic.ts";

/** What the provider has to be the same in after a restart. */
const KeptIdentity = z.object({
  /** A free port that was chosen once: it is part of the issuer, to which memberships belong. */
  port: z.int().exactOptional(),
  clientSecret: z.string(),
  cookieKey: z.string(),
  /** The private key, as a JWK, that signs ID tokens. */
  signingKey: z.record(z.string(), z.unknown()),
});
export type KeptIdentity = z.infer<typeof KeptIdentity>;

const identityFile = "identity.json";

/** Reads the provider's keys and secrets in the data folder, or makes them at the first start. */
export function keptIdentity(folder: string): KeptIdentity {
  const file = join(folder, identityFile);
  if (existsSync(file)) return readKept(file);
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const made = {
    clientSecret: randomSecret(),
    cookieKey: randomSecret(),
    signingKey: { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" },
  };
  keepIdentity(folder, made);
  return made;
}

export function keepIdentity(folder: string, identity: KeptIdentity): void {
  writeJsonAtomic(join(folder, identityFile), identity);
}

function readKept(file: string): KeptIdentity {
  try {
    return KeptIdentity.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // The cause is left out: it might quote a key.
    throw new StartError(
      `${file} does not hold the identity provider's keys. Put the file back, or remove it.`,
    );
  }
}
