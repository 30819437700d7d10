import type { CountView } from "../../../core/counting/count-view.ts";
import {
  countingKey,
  credentialId,
  type DeviceCredential,
  type DeviceTap,
  isUndo,
  isWaiting,
} from "../../../web/count/queue/device-tap.ts";
import { Ledger } from "../../../web/count/queue/ledger.ts";
import { Sender, type SendResult } from "../../../web/count/queue/sender.ts";
import { undoRequests } from "../../../web/count/queue/undo.ts";
import { checkNumber } from "./check-number.ts";
import { MemoryDevice } from "./memory-store.ts";
import { ModelService } from "./model-service.ts";

export const counterIds = ["ctr_a", "ctr_b", "ctr_c", "ctr_d"];
export const gate: DeviceCredential = { kind: "gate", gateId: "gat_1" };
export const credentials: DeviceCredential[] = [
  gate,
  { kind: "member", organizationId: "org_1", memberId: "mem_olivia", personId: "per_olivia" },
  { kind: "member", organizationId: "org_1", memberId: "mem_adam", personId: "per_adam" },
];

interface Tab {
  alive: boolean;
  ledger: Ledger;
  sender: Sender;
  stepping: boolean;
}

interface Request {
  tab: Tab;
  batch: readonly DeviceTap[];
  sentAtMs: number;
  /** Whose session's cookie went along. */
  session: string | null;
  respond(result: SendResult): void;
}

/** How one request and its response fare. */
export type Fate = "answered" | "answer_lost" | "lost" | "late" | "failing" | "limited";

/** A device with two tabs, the service, and a network that the test controls. */
export class QueueWorld {
  nowMs = Date.UTC(2026, 0, 1);
  readonly service = new ModelService(() => this.nowMs);
  readonly device = new MemoryDevice();
  readonly made = new Set<string>();
  /** The taps for which a person has pressed undo; `unsent` ones had never left the device. */
  readonly undone = new Map<string, "unsent" | "sent">();
  /** Why the discarded taps and undos had been kept. */
  readonly discarded = new Map<string, string>();
  readonly retriedUnclear = new Set<string>();
  /** Taps whose undo failed without a word on whether they had been counted: a poll tells. */
  readonly #unknown = new Set<string>();
  readonly #locks: boolean;
  readonly #requests: Request[] = [];
  readonly #late: Request[] = [];
  readonly #polled: { tab: Tab; key: string; view: CountView }[] = [];
  readonly #tabs: Tab[] = [];
  /** Their member ids, so that a request cannot be counted as another person's. */
  session: string | null = "mem_olivia";
  gateRevoked = false;
  /** The service cannot read requests with this tap. */
  poison: string | undefined;

  private constructor(locks: boolean) {
    this.#locks = locks;
    for (const id of counterIds) this.service.addCounter(id, { incrementStep: 3 });
  }

  static async open(locks: boolean): Promise<QueueWorld> {
    const world = new QueueWorld(locks);
    world.#tabs.push(await world.#openTab(), await world.#openTab());
    return world;
  }

  async #openTab(): Promise<Tab> {
    const tab = { alive: true, stepping: false } as Tab;
    tab.ledger = new Ledger(this.device.store(tab));
    tab.sender = new Sender({
      ledger: tab.ledger,
      send: (batch) =>
        new Promise((respond) => {
          const { nowMs: sentAtMs, session } = this;
          this.#requests.push({ tab, batch, sentAtMs, session, respond });
        }),
      exclusively: (run) => run(),
      now: () => this.nowMs,
      random: () => 0.5,
      onState() {},
      // As on a screen with all counters of the gate.
      preferredKeys: counterIds.map((counterId) => countingKey({ credential: gate, counterId })),
    });
    await tab.ledger.load();
    return tab;
  }

  /** A press, which makes so many taps. */
  async tap(
    tabIndex: number,
    credential: DeviceCredential,
    counterId: string,
    { up, times = 1 }: { up: boolean; times?: number },
  ) {
    const ids = Array.from({ length: times }, (_, made) => `tap_${this.made.size + made}`);
    for (const id of ids) this.made.add(id);
    const { ledger } = this.#tab(tabIndex);
    const key = countingKey({ credential, counterId });
    // As on the page, which takes no tap before it has a number.
    if (ledger.view(key) === undefined) await ledger.offerView(key, this.service.view(counterId));
    const direction = up ? "up" : "down";
    const tappedAt = new Date(this.nowMs).toISOString();
    await ledger.add(
      ...ids.map((id) => ({ id, credential, counterId, direction, tappedAt }) as const),
    );
  }

  async undo(tabIndex: number, credential: DeviceCredential, counterId: string): Promise<void> {
    const { ledger } = this.#tab(tabIndex);
    for (const tap of ledger.undoable(countingKey({ credential, counterId }), this.nowMs)) {
      await ledger.undo(tap, this.nowMs);
      const left = [...this.device.taps.values()].filter(({ id }) => id === tap.id);
      if (left.length === 0) this.undone.set(tap.id, this.undone.get(tap.id) ?? "unsent");
      else if (left.every(isUndo)) this.undone.set(tap.id, "sent");
    }
  }

  async step(tabIndex: number): Promise<void> {
    const tab = this.#tab(tabIndex);
    const busy = this.#locks ? this.#tabs.some(({ stepping }) => stepping) : tab.stepping;
    if (busy) return;
    tab.stepping = true;
    void tab.sender.step().finally(() => {
      tab.stepping = false;
    });
    await flush();
  }

  async fate(index: number, fate: Fate): Promise<boolean> {
    const [request] = this.#requests.splice(index % Math.max(1, this.#requests.length), 1);
    if (request === undefined) return false;
    if (!this.#arrives(request)) request.respond({ result: "failed" });
    else if (fate === "answered") request.respond(this.#process(request));
    else if (fate === "limited") request.respond({ result: "limited", retryAfterMs: 2_000 });
    else {
      if (fate === "answer_lost") this.#process(request);
      if (fate === "late") this.#late.push(request);
      request.respond({ result: "failed" });
    }
    await flush();
    return true;
  }

  /** A request that the device has given up reaches the service after all. */
  arriveLate(index: number): void {
    const [request] = this.#late.splice(index % Math.max(1, this.#late.length), 1);
    if (request && this.#arrives(request)) this.#process(request);
  }

  /** No request is under way for longer: devices, the CDN and the functions give it up before. */
  #arrives({ sentAtMs }: Request): boolean {
    return this.nowMs - sentAtMs < 60_000;
  }

  poll(tabIndex: number, credential: DeviceCredential, counterId: string): void {
    const key = countingKey({ credential, counterId });
    this.#polled.push({ tab: this.#tab(tabIndex), key, view: this.service.view(counterId) });
  }

  async receivePoll(index: number): Promise<void> {
    const [polled] = this.#polled.splice(index % Math.max(1, this.#polled.length), 1);
    if (polled?.tab.alive) await polled.tab.ledger.offerView(polled.key, polled.view);
  }

  async reload(tabIndex: number): Promise<void> {
    const tab = this.#tab(tabIndex);
    tab.alive = false;
    // What it had sent may still arrive.
    for (const request of this.#requests.filter((each) => each.tab === tab)) {
      this.#requests.splice(this.#requests.indexOf(request), 1);
      this.#late.push(request);
    }
    this.#tabs[tabIndex % 2] = await this.#openTab();
  }

  async hearOtherTab(tabIndex: number): Promise<void> {
    await this.#tab(tabIndex).ledger.load();
  }

  async decide(tabIndex: number, decision: "try_again" | "discard"): Promise<void> {
    const { ledger } = this.#tab(tabIndex);
    const kept = ledger.taps.filter((tap) => !isWaiting(tap));
    for (const { order, id } of kept) {
      const stored = this.device.taps.get(order);
      const reason = stored?.kept?.reason;
      if (decision === "discard" && reason) this.discarded.set(id, reason);
      if (reason && stored.undo?.delta === null) this.#unknown.add(id);
      // Its refusal has told since.
      else if (reason) this.#unknown.delete(id);
      // To undo again is safe; to count again is not.
      const isTap = stored !== undefined && !isUndo(stored);
      if (decision === "try_again" && reason === "unclear" && isTap) this.retriedUnclear.add(id);
    }
    const orders = kept.map(({ order }) => order);
    await ledger.decide(orders, decision);
  }

  #process({ batch, session }: Request): SendResult {
    const [first] = batch;
    if (first === undefined) throw new Error("a request without taps");
    const { credential, counterId } = first;
    if (batch.some((tap) => countingKey(tap) !== countingKey(first)) || batch.length > 25) {
      throw new Error("a batch is of one counter and credential, 25 taps at most");
    }
    if (credential.kind === "gate" && this.gateRevoked) {
      return { result: "blocked", block: "revoked" };
    }
    if (credential.kind === "member" && session !== credential.memberId) {
      return { result: "blocked", block: "signed_out" };
    }
    if (batch.some(({ id }) => id === this.poison)) return { result: "invalid" };
    if (batch.some((tap) => isUndo(tap) !== isUndo(first))) {
      throw new Error("taps and undos do not go up together");
    }
    const answers = isUndo(first)
      ? this.service.undo(credentialId(credential), counterId, undoRequests(batch))
      : this.service.count(credentialId(credential), counterId, batch);
    return { result: "answered", answers, counter: this.service.view(counterId) };
  }

  #tab(index: number): Tab {
    return this.#tabs[index % 2] as Tab;
  }

  /** Everything gets through from now on, and everybody who can signs in for a while. */
  async settleDown(): Promise<void> {
    while (await this.fate(0, "lost"));
    for (const session of ["mem_olivia", "mem_adam"]) {
      this.session = session;
      await this.hearOtherTab(0);
      for (let rounds = 0; rounds < 400; rounds++) {
        this.nowMs += 10_000;
        await this.step(0);
        const answered = await this.fate(0, "answered");
        this.arriveLate(0);
        if (!answered && rounds > 200) break;
      }
    }
  }

  /** Throws when a number is wrong, in one of the tabs. */
  checkNumbers(): void {
    const { device, service } = this;
    const isForgotten = (tapId: string) => this.discarded.has(tapId) && !this.undone.has(tapId);
    for (const credential of credentials) {
      for (const counterId of counterIds) {
        for (const { sender } of this.#tabs) {
          checkNumber({
            ...{ credentialId: credentialId(credential), counterId },
            ...{ device, history: service.history },
            block: sender.block(countingKey({ credential, counterId })),
            isUnknown: (tapId) => isForgotten(tapId) || this.#unknown.has(tapId),
            mayCountTwice: (tapId) => this.retriedUnclear.has(tapId),
          });
        }
      }
    }
  }

  /** Once nothing waits, and a last poll has told of the others, every number is the service's. */
  async checkSettled(): Promise<void> {
    const { ledger } = this.#tab(0);
    await ledger.load();
    for (const credential of credentials) {
      for (const counterId of counterIds) {
        const key = countingKey({ credential, counterId });
        if (ledger.waiting(key).length > 0) continue;
        const view = this.service.view(counterId);
        await ledger.offerView(key, view);
        const shown = ledger.number(key, null);
        if (shown !== view.count) throw new Error(`${key} ends at ${shown}, not at ${view.count}`);
      }
    }
  }
}

export function flush(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
