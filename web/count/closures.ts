import type { CountView } from "../../core/counting/count-view.ts";
import type { CountedCounter } from "./counted-counter.ts";
import type { CountMessages } from "./messages/en.ts";
import {
  type Block,
  countingKey,
  type DeviceCredential,
  type DeviceTap,
  isOfAnother,
  whose,
} from "./queue/device-tap.ts";
import type { Ledger } from "./queue/ledger.ts";
import type { Sender } from "./queue/sender.ts";

export interface ClosuresWiring {
  counters: readonly CountedCounter[];
  credential: DeviceCredential;
  ledger: Ledger;
  sender: Sender;
  now(): number;
  messages: CountMessages;
}

/** What may not be counted here, and why. */
export class Closures {
  /** Taps made after this time would be refused. */
  endsAtMs = Number.POSITIVE_INFINITY;
  /** Who is signed in; undefined for nobody. */
  personId: string | undefined;
  readonly #wiring: ClosuresWiring;

  constructor(wiring: ClosuresWiring) {
    this.#wiring = wiring;
  }

  /** Why nothing that is made here is taken now. */
  get ofAll(): Block | null {
    const blocks = this.#wiring.counters.map(({ key }) => this.blockOf(key));
    return blocks.includes(null) ? null : (blocks[0] ?? null);
  }

  /** Also of counters of other pages. */
  blockOf(key: string): Block | null {
    const { counters, sender } = this.#wiring;
    const own = counters.find((counter) => counter.key === key);
    const block = own === undefined ? sender.block(key) : own.block;
    // In another person's session nobody knows: the taps wait for the one who made them.
    if (block === "forbidden" && this.#isOfAnother(key, own !== undefined)) return "signed_out";
    return block;
  }

  /** In words, for one of the page's counters; null where taps are taken. */
  textOf(key: string, { locked }: CountView): string | null {
    const { now, credential, messages } = this.#wiring;
    const block = this.blockOf(key);
    if (block === "revoked") return messages.gateClosed;
    if (block === "link_needed") return messages.linkNeeded;
    const ended = credential.kind === "gate" && now() >= this.endsAtMs;
    if (ended || block === "ended") return messages.gateEnded;
    if (block === "forbidden") return messages.noLongerMember;
    return locked ? messages.locked : null;
  }

  whose({ credential }: DeviceTap): ReturnType<typeof whose> {
    return whose(credential, this.personId);
  }

  #isOfAnother(key: string, isOwn: boolean): boolean {
    const tap = this.#wiring.ledger.taps.find((each) => countingKey(each) === key);
    const credential = isOwn ? this.#wiring.credential : tap?.credential;
    return credential !== undefined && isOfAnother(credential, this.personId);
  }
}
