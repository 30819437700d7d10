import * as z from "zod";
import { NewName } from "../../core/display-name.ts";
import { ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";

/** An embed of a counter or a group; its id is what opens it. */
export const EmbedView = z.object({
  sessionId: z.string(),
  url: z.string(),
  /** Iframe markup, as the command line prints it. */
  html: z.string(),
  /** Whom it was given to. */
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type EmbedView = z.infer<typeof EmbedView>;

/** Oldest first. */
export const EmbedList = z.object({ embeds: z.array(EmbedView) });
export type EmbedList = z.infer<typeof EmbedList>;

/** The body of POST …/embeds. */
export const NewEmbed = z.object({ note: NewName.nullable() });
export type NewEmbed = z.infer<typeof NewEmbed>;

/** Embeds of counters and groups. */
export const embedRoutes = {
  "GET /api/setup/{organizationId}/counters/{counterId}/embeds": {
    access: "manage_counters",
    reply: EmbedList,
  },
  "POST /api/setup/{organizationId}/counters/{counterId}/embeds": {
    access: "manage_counters",
    body: ofForm(NewEmbed),
    reply: EmbedView,
  },
  "GET /api/setup/{organizationId}/groups/{groupId}/embeds": {
    access: "manage_counters",
    reply: EmbedList,
  },
  "POST /api/setup/{organizationId}/groups/{groupId}/embeds": {
    access: "manage_counters",
    body: ofForm(NewEmbed),
    reply: EmbedView,
  },
  "DELETE /api/setup/{organizationId}/embeds/{sessionId}": {
    access: "manage_counters",
    reply: EmbedView,
  },
} satisfies Routes;
