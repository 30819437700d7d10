import * as z from "zod";
import { roles } from "../members/role.ts";
import type { RoleNews } from "./news.ts";
import type { NoticeRules } from "./notice-rules.ts";

/** What a mail says of the role of one member: the latest change, and how many there were. */
export const RoleNotice = z.object({
  kind: z.literal("role"),
  memberId: z.string(),
  memberName: z.string(),
  times: z.int().min(1),
  at: z.iso.datetime(),
  from: z.enum(roles),
  to: z.enum(roles),
  /** Null for an operator. */
  by: z.string().nullable(),
});
export type RoleNotice = z.infer<typeof RoleNotice>;

export function roleNotice({ organizationId: _, id: _id, ...change }: RoleNews): RoleNotice {
  return { ...change, times: 1 };
}

export const roleRules: NoticeRules<RoleNotice> = {
  about: ({ memberId }) => memberId,
  merged: (a, b) => ({ ...(a.at > b.at ? a : b), times: a.times + b.times }),
  told: (notice) => notice,
  opens: () => undefined,
};
