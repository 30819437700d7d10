import * as z from "zod";
import { NewName } from "../../core/display-name.ts";
import { ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";

// Without the stored key's schema, which hashes with Node: the console's form checks with NewKey.

/** The body of POST …/keys. */
export const NewKey = z.object({ name: NewName });
export type NewKey = z.infer<typeof NewKey>;

/** Requests of the present minute or hour, and how many are admitted in it. */
export const WindowUse = z.object({ used: z.int(), limit: z.int() });

/** What owners and admins see of a key. */
export const KeyView = z.object({
  id: z.string(),
  name: z.string(),
  lastFour: z.string(),
  createdAt: z.iso.datetime(),
  /** Id of the member who created it, or `operator`. */
  createdBy: z.string(),
  /** The member's name at that time; null for an operator. */
  creatorName: z.string().nullable(),
  /** The minute of the newest admitted request; null for a key that was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
  minute: WindowUse,
  hour: WindowUse,
});
export type KeyView = z.infer<typeof KeyView>;

/** Oldest first. */
export const KeyList = z.object({
  keys: z.array(KeyView),
  /** The most keys of one organization. */
  maximum: z.int(),
  /** {api_url}, which the keys open. */
  apiUrl: z.url(),
});
export type KeyList = z.infer<typeof KeyList>;

/** A new key in full, which is shown once. */
export const CreatedKey = KeyView.extend({ key: z.string() });
export type CreatedKey = z.infer<typeof CreatedKey>;

/** A key that is gone. */
export const RevokedKey = KeyView.pick({ id: true, name: true, lastFour: true });
export type RevokedKey = z.infer<typeof RevokedKey>;

/** The keys of the read API. */
export const keyRoutes = {
  "GET /api/keys/{organizationId}": { access: "manage_keys", readUnits: 20, reply: KeyList },
  "POST /api/keys/{organizationId}": {
    access: "manage_keys",
    body: ofForm(NewKey),
    reply: CreatedKey,
  },
  "DELETE /api/keys/{organizationId}/{keyId}": { access: "manage_keys", reply: RevokedKey },
} satisfies Routes;
