import { expect, test } from "vitest";
import {
  type Action,
  actionOnRoles,
  actions,
  higherRole,
  may,
  roles,
} from "../../../core/members/role.ts";

/** What the documentation says, row by row: owner, admin, member. */
const table: Record<Action, [owner: boolean, admin: boolean, member: boolean]> = {
  see_counters: [true, true, true],
  count: [true, true, true],
  manage_counters: [true, true, false],
  leave: [true, true, true],
  choose_notifications: [true, true, true],
  see_members: [true, true, false],
  manage_members: [true, true, false],
  manage_owners: [true, false, false],
  manage_gates: [true, true, false],
  manage_webhooks: [true, true, false],
  manage_keys: [true, true, false],
  manage_alerts: [true, true, false],
  change_organization: [true, true, false],
  see_audit: [true, true, false],
  redraw_charts: [true, false, false],
  manage_notices: [true, false, false],
  delete_organization: [true, false, false],
};

test("each role may do what the table says, and nothing else", () => {
  const found = actions.map((action) => [action, roles.map((role) => may(role, action))]);
  expect(Object.fromEntries(found)).toEqual(table);
});

test("what concerns an owner before or after is a matter for owners", () => {
  for (const before of roles) {
    for (const after of roles) {
      const expected = [before, after].includes("owner") ? "manage_owners" : "manage_members";
      expect(actionOnRoles(before, after)).toBe(expected);
    }
  }
});

test("of two roles the higher is the one that may do all that the other may", () => {
  for (const a of roles) {
    for (const b of roles) {
      const higher = higherRole(a, b);
      expect([a, b]).toContain(higher);
      for (const action of actions) {
        expect(may(higher, action)).toBe(may(a, action) || may(b, action));
      }
    }
  }
});
