import { setTimeout as delay } from "node:timers/promises";
import type { CertificateFiles } from "../../local/certificate-authority.ts";
import { type Receiver, type ResponsePlan, startReceiver } from "../../local/receiver/receiver.ts";
import { Chance } from "../simulation/chance.ts";
import type { Break, ReceivedRequest } from "./course.ts";
import { type Cutter, startCutter } from "./faults/connection-cutter.ts";
import { absences } from "./faults/fault-plan.ts";
import type { ReceiverBehaviour } from "./receiver-behaviours.ts";

const cutProbability = 0.03;

/** All receivers of a run. They live in this process, and so survive everything that is killed. */
export class Receivers {
  readonly requests: ReceivedRequest[] = [];
  readonly breaks: Break[] = [];
  /** What came with a wrong signature, or to a path that nobody has, in plain words. */
  readonly unverified: string[] = [];
  readonly #secrets = new Map<string, string>();
  readonly #behaviours = new Map<string, { behaviour: ReceiverBehaviour; chance: Chance }>();
  readonly #disposables = new AsyncDisposableStack();
  readonly #seed: number;
  readonly #certificates: CertificateFiles;
  #ports = { steady: 0, cut: 0, away: 0 };
  #away: Receiver | undefined;
  #cuts = 0;
  #absences = 0;

  constructor(seed: number, certificates: CertificateFiles) {
    this.#seed = seed;
    this.#certificates = certificates;
  }

  async start(): Promise<void> {
    const steady = await this.#open(0);
    this.#disposables.defer(() => steady.close());
    const flapping = await this.#open(0);
    this.#disposables.defer(() => flapping.close());
    const cutter: Cutter = await startCutter({
      target: flapping.port,
      chance: new Chance(this.#seed + 1),
      probability: cutProbability,
      onCut: () => {
        this.#cuts += 1;
        this.#note("cut");
      },
    });
    this.#disposables.defer(() => cutter.close());
    this.#away = await this.#open(0);
    this.#disposables.defer(() => this.#away?.close());
    this.#ports = { steady: steady.port, cut: cutter.port, away: this.#away.port };
  }

  close(): Promise<void> {
    return this.#disposables.disposeAsync();
  }

  /** The URL of an endpoint; `path` tells it from the others. */
  url(path: string, { place }: ReceiverBehaviour): string {
    return `https://localhost:${this.#ports[place]}${path}`;
  }

  /** Lets an endpoint receive from now on. */
  add(path: string, { behaviour, secret }: { behaviour: ReceiverBehaviour; secret: string }): void {
    const chance = new Chance(this.#seed + 100 + this.#behaviours.size);
    this.#behaviours.set(path, { behaviour, chance });
    this.#secrets.set(path, secret);
  }

  /** Closes the port of the receiver that goes away, and opens it again, until it is told to stop. */
  async comeAndGo(stopping: AbortSignal): Promise<void> {
    const pause = (ms: number) => delay(ms, undefined, { signal: stopping }).catch(() => {});
    for (const { afterMs, forMs } of absences(this.#seed + 2)) {
      await pause(afterMs);
      if (stopping.aborted) return;
      this.#absences += 1;
      this.#note("away");
      await this.#away?.close();
      await pause(forMs);
      this.#away = await this.#open(this.#ports.away);
    }
  }

  /** How often a connection was cut, and how often the receiver that goes away did. */
  troubles(): { cuts: number; absences: number } {
    return { cuts: this.#cuts, absences: this.#absences };
  }

  #open(port: number): Promise<Receiver> {
    return startReceiver({
      port,
      certificates: this.#certificates,
      secrets: this.#secrets,
      behave: ({ path, request }) => this.#respond(path, request),
      onDelivery: (delivery, planned) => {
        const { path, receivedAtMs, body } = delivery;
        if (!delivery.verified) {
          this.unverified.push(`${path}: ${delivery.reason}`);
          return;
        }
        const { deliveryId, event } = delivery;
        this.requests.push({ path, deliveryId, eventId: event.id, body, receivedAtMs, ...planned });
      },
    });
  }

  #respond(path: string, request: number): ResponsePlan {
    const found = this.#behaviours.get(path);
    return found?.behaviour.respond(request, found.chance) ?? { status: 404, hangMs: 0 };
  }

  #note(place: ReceiverBehaviour["place"]): void {
    const atMs = Date.now();
    for (const [path, { behaviour }] of this.#behaviours) {
      if (behaviour.place === place) this.breaks.push({ path, atMs });
    }
  }
}
