import * as z from "zod";
import { maximumBatch } from "../../core/counters/taps/tap-limits.ts";
import { CountView } from "../../core/counting/count-view.ts";
import { TapOutcome, TapRequest } from "../../core/counting/credential-taps.ts";
import { UndoOutcome, UndoRequest } from "../../core/counting/credential-undos.ts";
import { TodayView } from "./charts.ts";
import type { Routes } from "./route.ts";

// Phones keep the page of the version before, which goes on with these paths.

/** The body of POST …/counters/{counterId}/taps: taps in the order in which they were made. */
export const TapRequests = z.object({
  taps: z.array(TapRequest).min(1).max(maximumBatch),
});
export type TapRequests = z.infer<typeof TapRequests>;

/** One answer per tap, in their order, and the counter as it is after them. */
export const TapsResponse = z.object({ answers: z.array(TapOutcome), counter: CountView });
export type TapsResponse = z.infer<typeof TapsResponse>;

/** The body of POST …/counters/{counterId}/undos: undos of taps that this session or gate made. */
export const UndoRequests = z.object({
  undos: z.array(UndoRequest).min(1).max(maximumBatch),
});
export type UndoRequests = z.infer<typeof UndoRequests>;

/** One answer per undo, in their order, and the counter as it is after them. */
export const UndosResponse = z.object({ answers: z.array(UndoOutcome), counter: CountView });
export type UndosResponse = z.infer<typeof UndosResponse>;

/** What a person with a gate link sees of the gate. */
export const OpenedGate = z.object({
  id: z.string(),
  name: z.string(),
  organizationName: z.string(),
  /** The organization's, and how far it is ahead of UTC now; absent in what older releases sent. */
  timeZone: z.string().exactOptional(),
  utcOffsetMinutes: z.number().exactOptional(),
  counters: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Taps made after this time are refused; null for a gate without an end. */
  endsAt: z.iso.datetime().nullable(),
});
export type OpenedGate = z.infer<typeof OpenedGate>;

/** The gates that a browser's cookies open now. */
export const OpenedGates = z.object({ gates: z.array(OpenedGate) });
export type OpenedGates = z.infer<typeof OpenedGates>;

/** The body of POST /api/gates/open: what stands behind # in the gate link. */
export const GateToken = z.object({ token: z.string().max(200) });
export type GateToken = z.infer<typeof GateToken>;

/** The counters of an organization that a member can count, sorted by name. */
export const CountableCounters = z.object({
  counters: z.array(CountView.pick({ id: true, name: true, count: true, locked: true })),
  /** Those that counted last, newest first: a few, with the time of their newest count. */
  lastCounted: z.array(z.object({ id: z.string(), at: z.iso.datetime() })),
});
export type CountableCounters = z.infer<typeof CountableCounters>;

/** The one of a person's organizations that has a counter. */
export const CounterHome = z.object({ organizationId: z.string() });
export type CounterHome = z.infer<typeof CounterHome>;

/** Counting by members and at gates. */
export const countingRoutes = {
  "GET /api/organizations/{organizationId}/counters": {
    access: "see_counters",
    readUnits: 300,
    reply: CountableCounters,
  },
  "GET /api/organizations/{organizationId}/counters/{counterId}": {
    access: "see_counters",
    checksAccess: true,
    isPolled: true,
    reply: CountView,
  },
  "POST /api/organizations/{organizationId}/counters/{counterId}/taps": {
    access: "count",
    checksAccess: true,
    body: TapRequests,
    reply: TapsResponse,
  },
  "POST /api/organizations/{organizationId}/counters/{counterId}/undos": {
    access: "count",
    checksAccess: true,
    body: UndoRequests,
    reply: UndosResponse,
  },
  "GET /api/counters/{counterId}": { access: "person", reply: CounterHome },
  "POST /api/gates/open": { access: "anyone", body: GateToken, reply: OpenedGate },
  "GET /api/gates": { access: "anyone", reply: OpenedGates },
  "GET /api/gates/{gateId}": { access: "anyone", reply: OpenedGate },
  "GET /api/gates/{gateId}/counters/{counterId}": { access: "anyone", reply: CountView },
  "GET /api/gates/{gateId}/counters/{counterId}/today": { access: "anyone", reply: TodayView },
  "POST /api/gates/{gateId}/counters/{counterId}/taps": {
    access: "anyone",
    body: TapRequests,
    reply: TapsResponse,
  },
  "POST /api/gates/{gateId}/counters/{counterId}/undos": {
    access: "anyone",
    body: UndoRequests,
    reply: UndosResponse,
  },
} satisfies Routes;
