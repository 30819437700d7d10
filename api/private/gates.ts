import * as z from "zod";
import { NewName } from "../../core/display-name.ts";
import { maximumGateCounters } from "../../core/gates/gate-limits.ts";
import { GivenTime } from "../../core/given-time.ts";
import { ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";

// Without the stored gate's schema, which hashes with Node: the console's form checks with NewGate.

export const NewGate = z.object({
  name: NewName,
  counterIds: z
    .array(z.string())
    .min(1, "must have a counter")
    .max(maximumGateCounters, `must have at most ${maximumGateCounters} counters`),
  /** Taps made after this time are refused; null for a gate without an end. */
  endsAt: GivenTime.nullable().default(null),
});
export type NewGate = z.infer<typeof NewGate>;

/** A gate as owners and admins see it, without the hash of its secret. */
export const GateView = z.object({
  id: z.string(),
  name: z.string(),
  counterIds: z.array(z.string()),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** When a device last opened it, looked or counted; may lag behind by ten minutes. */
  lastHeardAt: z.iso.datetime().nullable().default(null),
});
export type GateView = z.infer<typeof GateView>;

/** Oldest first, revoked ones among them. */
export const GateList = z.object({ gates: z.array(GateView) });
export type GateList = z.infer<typeof GateList>;

/** A new gate with its link, which is shown once. */
export const CreatedGate = GateView.extend({ url: z.string() });
export type CreatedGate = z.infer<typeof CreatedGate>;

/** Gates of an organization as its owners and admins see them. */
export const gateRoutes = {
  "GET /api/organization/{organizationId}/gates": { access: "manage_gates", reply: GateList },
  "POST /api/organization/{organizationId}/gates": {
    access: "manage_gates",
    body: ofForm(NewGate),
    reply: CreatedGate,
  },
  "DELETE /api/organization/{organizationId}/gates/{gateId}": {
    access: "manage_gates",
    reply: GateView,
  },
} satisfies Routes;
