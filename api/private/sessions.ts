import * as z from "zod";
import { Calendar } from "../../core/calendar.ts";
import { roles } from "../../core/members/role.ts";
import { Plan } from "../../core/organizations/organization.ts";
import type { Routes } from "./route.ts";

/** The signed-in person, and the organizations that they belong to, sorted by name. */
export const SessionView = z.object({
  person: z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      plan: Plan,
      /** What is counted is shown in it. */
      ...Calendar.shape,
      /** By how much the time zone is ahead of UTC now: for browsers that do not know it. */
      utcOffsetMinutes: z.int(),
      role: z.enum(roles),
      memberId: z.string(),
    }),
  ),
  /** Organizations that the person owns and whose deletion has not finished. */
  deletions: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type SessionView = z.infer<typeof SessionView>;

/** The body of POST /api/session/end. */
export const SessionEnd = z.object({
  /** Ends every session of the person, on every device. */
  everywhere: z.boolean().default(false),
});

/** The page that signs out at the identity provider, too, or says that it cannot. */
export const SignedOut = z.object({ redirectTo: z.string() });
export type SignedOut = z.infer<typeof SignedOut>;

/** Who is signed in. Signing out needs no session: to sign out twice is no mistake. */
export const sessionRoutes = {
  "GET /api/session": { access: "person", reply: SessionView },
  "POST /api/session/end": { access: "anyone", body: SessionEnd, reply: SignedOut },
} satisfies Routes;
