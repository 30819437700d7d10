import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { StartError } from "../../start-error.ts";

/** The emulator's program: `DYNOXIDE_BIN`, or the package of this platform. */
export function dynamodbBinary(
  env: NodeJS.ProcessEnv,
  name = `@dynoxide/${process.platform}-${process.arch}`,
): string {
  const declared = env.DYNOXIDE_BIN;
  if (declared) {
    if (existsSync(declared)) return declared;
    throw new StartError(`DYNOXIDE_BIN names ${declared}, which does not exist.`);
  }
  const packaged = packageFolder(name);
  if (packaged && existsSync(join(packaged, "dynoxide"))) return join(packaged, "dynoxide");
  throw new StartError(
    `There is no DynamoDB for this machine: the package ${name} is not installed. Build the emulator ` +
      "with: cargo install dynoxide-rs, and set DYNOXIDE_BIN to its program, ~/.cargo/bin/dynoxide; or " +
      "run AWS's DynamoDB Local (a download for Java), and set DYNAMODB_ENDPOINT to http://localhost:8000.",
  );
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}
