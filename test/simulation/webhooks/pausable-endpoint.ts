import { randomBase62 } from "../../../adapters/random.ts";
import type { StoredEndpoint } from "../../../core/webhooks/endpoint.ts";
import type { EndpointRegistry } from "../../../core/webhooks/manage-endpoints.ts";
import { pauseEndpoint, resumeEndpoint } from "../../../core/webhooks/pause-endpoint.ts";
import { operator } from "../../core/audit/operator.ts";

export const endpointId = "end_0123456789ABCDEFGHIJ";
const key = { organizationId: "org", endpointId };

/** A time in which nothing may be sent, in milliseconds since the epoch. */
export interface PausedTime {
  fromMs: number;
  toMs: number;
}

/** An endpoint in memory that is paused and resumed by the use cases of operators. */
export class PausableEndpoint {
  readonly paused: PausedTime[] = [];
  stored: StoredEndpoint = {
    ...{ id: endpointId, organizationId: "org", url: "https://x.example", plan: "pro" },
    ...{ events: ["counter.increment"], lane: "fast", createdAt: "2026-01-01T00:00:00.000Z" },
    ...{ sealedSecret: "", wrappedKey: "" },
    filter: { counterIds: ["ctr"], groupIds: [] },
  };

  /** Pausing and resuming may be repeated: only the first of each changes something. */
  async pause(nowMs: number): Promise<void> {
    const paused = await pauseEndpoint(this.#ports(nowMs), key, operator);
    if (paused.result === "paused" && paused.changed) {
      this.paused.push({ fromMs: nowMs, toMs: Number.POSITIVE_INFINITY });
    }
  }

  async resume(nowMs: number): Promise<void> {
    const resumed = await resumeEndpoint(this.#ports(nowMs), key, operator);
    const last = this.paused.at(-1);
    if (resumed.result === "resumed" && resumed.changed && last) last.toMs = nowMs;
  }

  #ports(nowMs: number) {
    const change: EndpointRegistry["change"] = async (_, decide) => {
      const before = this.stored;
      const decision = decide(before);
      if ("refused" in decision) return decision.refused;
      this.stored = decision.after;
      return { result: "changed", before, after: decision.after };
    };
    const endpointRegistry = { change } as EndpointRegistry;
    return { endpointRegistry, now: () => nowMs, randomBase62 };
  }
}
