import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "local-aws";
import type { ReceivedDelivery } from "./receiver.ts";

/**
 * Keeps requests as files: `<delivery id>-<request>.body`, byte for byte, and next to it
 * `….headers.json`. What is there is never overwritten.
 */
export class SavedRequests {
  readonly #folder: string;
  readonly #limit: number;
  #left: number;
  #told = false;

  /** `limit`: requests in the folder, of at most 256 KB each; throws StartError. */
  constructor(folder: string, limit = 1_000) {
    this.#folder = folder;
    this.#limit = limit;
    try {
      if (!existsSync(folder)) mkdirSync(folder);
      this.#left = limit - readdirSync(folder).filter((name) => name.endsWith(body)).length;
    } catch (cause) {
      throw new StartError(`Nothing can be saved in ${folder}: ${String(cause)}`, { cause });
    }
  }

  /** Why it is not saved, the first time only. */
  save({ headers, raw }: Pick<ReceivedDelivery, "headers" | "raw">): string | undefined {
    if (this.#left <= 0) return this.#tell(`${this.#folder} holds ${this.#limit} requests`);
    try {
      const file = this.#freeName(fileName(headers.deliveryId));
      writeFileSync(file + body, raw.body, { flag: "wx" });
      writeFileSync(`${file}.headers.json`, `${JSON.stringify(raw.headers, null, 2)}\n`);
      this.#left -= 1;
      return undefined;
    } catch (error) {
      return this.#tell(String(error));
    }
  }

  #freeName(name: string): string {
    let request = 1;
    while (existsSync(join(this.#folder, `${name}-${request}${body}`))) request += 1;
    return join(this.#folder, `${name}-${request}`);
  }

  #tell(reason: string): string | undefined {
    if (this.#told) return undefined;
    this.#told = true;
    return `requests are not saved any more: ${reason}`;
  }
}

const body = ".body";

/** Whatever the id is: one name within the folder, not hidden and not too long. */
function fileName(deliveryId: string | undefined): string {
  return deliveryId?.replace(/[^\w-]/g, "_").slice(0, 100) || "no-delivery-id";
}
