// @module-tag all
import { GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import type { Route } from "../../../../api/private/route.ts";
import { privateRoutes } from "../../../../api/private/routes.ts";
import { parseSessionValue } from "../../../../core/sessions/session.ts";
import { consoleSurface } from "../../../../lambdas/functions/console.ts";
import type { HttpFunction, Method } from "../../../../lambdas/functions/definition.ts";
import { createMember } from "../../people-service.ts";
import { askConsole, client, createOrganization, outputs } from "../../service.ts";

const described = Object.entries<Route>(privateRoutes)
  .filter(([key, { access }]) => key.startsWith("GET ") && access !== "anyone")
  .map(([key]) => key.slice("GET ".length));

/** A path of each function that looks at sessions, for a member of the organization `ORG`. */
const paths = consoleSurface.functions.flatMap(({ name, routes }): [string, string][] => {
  const pathsOf = (method: Method) =>
    routes.flatMap(({ methods, path }) => (methods.some((one) => one === method) ? [path] : []));
  const areas = pathsOf("ANY");
  const path =
    described.find((one) => areas.some((area) => one === area || one.startsWith(`${area}/`))) ??
    pathsOf("GET").find((one) => one.startsWith("/api/organizations/{organizationId}"));
  if (path === undefined) return [];
  return [[name, path.replace("{organizationId}", "ORG").replaceAll(/\{\w+\}/g, "none")]];
});

test("each function of the private API has a path here", () => {
  const served: HttpFunction[] = consoleSurface.functions;
  const withSessions = served.filter(({ tables }) => tables?.includes("sessions"));
  expect(paths.map(([name]) => name)).toEqual(withSessions.map(({ name }) => name));
});

test.each(paths)("%s writes after five minutes that a session is still in use", async (_, path) => {
  const organization = await createOrganization("enterprise");
  const { cookie } = await createMember(organization, "owner");
  const Key = marshall({
    sessionHash: parseSessionValue(cookie.slice(cookie.indexOf("=") + 1))?.sessionHash,
  });
  const before = new Date(Date.now() - 6 * 60_000).toISOString();
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.SessionsTable,
      Key,
      UpdateExpression: "SET lastSeenAt = :before",
      ExpressionAttributeValues: marshall({ ":before": before }),
    }),
  );
  const response = await askConsole(path.replace("ORG", organization.id), { cookie });
  expect([200, 400, 404]).toContain(response.status);
  const stored = await client.send(
    new GetItemCommand({ TableName: outputs.SessionsTable, Key, ConsistentRead: true }),
  );
  expect(unmarshall(stored.Item ?? {}).lastSeenAt > before).toBe(true);
});
