import { expect } from "vitest";
import type { Role } from "../../../../core/members/role.ts";
import { createMember } from "../../people-service.ts";
import { askConsole, type ConsoleRequest, createOrganization } from "../../service.ts";

/** Somebody with a role in a new organization, and what they ask of it. */
export async function consoleUser(role: Role = "admin", organization?: { id: string }) {
  const own = organization ?? (await createOrganization("pro"));
  const { cookie, member } = await createMember(own, role);
  const base = `/api/organizations/${own.id}`;

  async function ask(method: ConsoleRequest["method"], path: string, body?: unknown) {
    return await askConsole(`${base}${path}`, {
      ...(method !== undefined && { method }),
      cookie,
      ...(body !== undefined && { body }),
    });
  }

  /** The body of a response, which must have this status. */
  async function expectStatus(
    status: number,
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
  ) {
    const response = await ask(method, path, body);
    const content = JSON.parse(await response.text());
    expect([response.status, content]).toEqual([status, expect.anything()]);
    return content;
  }

  /** The newest entries of the audit log: their actions, newest first. */
  async function auditLog() {
    const { entries } = await expectStatus(200, "GET", "/audit?limit=20");
    return entries;
  }

  return { organization: own as { id: string }, member, cookie, ask, expectStatus, auditLog };
}
export type ConsoleUser = Awaited<ReturnType<typeof consoleUser>>;
