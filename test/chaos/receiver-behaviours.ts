import type { Plan } from "../../core/organizations/organization.ts";
import type { DeliveryState } from "../../core/webhooks/delivery.ts";
import type { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import type { ResponsePlan } from "../../local/receiver/receiver.ts";
import type { Chance } from "../simulation/chance.ts";

/** How an endpoint behaves, and what may become of its deliveries. */
export interface ReceiverBehaviour {
  name: string;
  events: WebhookEventType[];
  /** Always there, behind connections that are cut, or with a port that closes for a while. */
  place: "steady" | "cut" | "away";
  ends: DeliveryState[];
  /** `request` counts the requests of one delivery, from 1. */
  respond(request: number, chance: Chance): ResponsePlan;
}

const both: WebhookEventType[] = ["counter.increment", "counter.decrement"];
const all: WebhookEventType[] = [...both, "threshold.alert.fired"];
const at = (status: number): ResponsePlan => ({ status, hangMs: 0 });

/** Longer than a sender waits. */
const hangMs = 12_000;

const patient: ReceiverBehaviour = {
  name: "always 200",
  events: both,
  place: "steady",
  ends: ["delivered"],
  respond: () => at(200),
};

const upsOnly: ReceiverBehaviour = {
  ...patient,
  name: "always 200, increments only",
  events: ["counter.increment"],
};

const failsOnce: ReceiverBehaviour = {
  ...patient,
  name: "fails the first request",
  respond: (request) => at(request <= 1 ? 503 : 200),
};

const failsTwice: ReceiverBehaviour = {
  ...patient,
  name: "fails the first two",
  respond: (request) => at(request <= 2 ? 500 : 204),
};

const refuses: ReceiverBehaviour = {
  ...patient,
  name: "always 500",
  ends: ["failed"],
  respond: () => at(500),
};

const hangs: ReceiverBehaviour = {
  ...patient,
  name: "hangs sometimes",
  ends: ["delivered", "failed"],
  respond: (_, chance) => (chance.happens(0.03) ? { status: 200, hangMs } : at(200)),
};

const gone: ReceiverBehaviour = {
  ...patient,
  name: "410 sometimes",
  ends: ["delivered", "stopped"],
  respond: (_, chance) => at(chance.happens(0.15) ? 410 : 200),
};

const flaps: ReceiverBehaviour = {
  name: "flaps, cuts connections",
  events: both,
  place: "cut",
  ends: ["delivered", "failed"],
  respond: (_, chance) => at(chance.pick([200, 200, 200, 302, 404, 429, 500, 503])),
};

const away: ReceiverBehaviour = {
  name: "goes away, comes back",
  events: both,
  place: "away",
  ends: ["delivered", "failed"],
  respond: () => at(200),
};

/** The plan and the endpoints of each organization. Only an Enterprise one has alerts. */
export const receiverBehaviours: { plan: Plan; behaviours: ReceiverBehaviour[] }[] = [
  { plan: "pro", behaviours: [patient, failsOnce, hangs] },
  { plan: "pro", behaviours: [failsTwice, refuses, gone] },
  { plan: "pro", behaviours: [flaps, away, upsOnly] },
  {
    plan: "enterprise",
    behaviours: [
      { ...patient, name: "always 200, with alerts", events: all },
      {
        ...failsTwice,
        name: "fails the first two, only alerts",
        events: ["threshold.alert.fired"],
      },
      { ...flaps, name: "flaps, cuts connections, with alerts", events: all },
      { ...away, name: "goes away, comes back, only alerts", events: ["threshold.alert.fired"] },
    ],
  },
];
