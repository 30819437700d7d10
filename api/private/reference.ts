import { rolesThatMay } from "../../core/members/role.ts";
import { pathIn, type Route, readUnitsOf } from "./route.ts";
import { privateRoutes } from "./routes.ts";

const notes = {
  isPolled: "polled",
  duringDeletion: "also during a deletion",
} as const satisfies Partial<Record<keyof Route, string>>;

/** The page docs/maintainers/private-api.md: every route, by area. */
export function privateReference(): string {
  const routes = Object.entries<Route>(privateRoutes).toSorted(([a], [b]) =>
    pathIn(a) < pathIn(b) ? -1 : 1,
  );
  const areas = Map.groupBy(routes, ([key]) => pathIn(key).split("/")[2] ?? "");
  const sections = [...areas].map(
    ([area, of]) => `## ${area}

| route | who | read units | |
|---|---|---|---|
${of.map(([key, route]) => `| \`${key}\` | ${who(route)} | ${readUnitsOf(key, route)} | ${noteOf(route)} |`).join("\n")}
`,
  );
  return `# The private API

The routes of the console and of the counting page, [contract §9](../integrators/contract.md): they
can change without notice. \`npm run docs\` writes this page from the descriptions in \`api/private/\`,
which also have the schemas of query, body and reply. A person has a budget of read units per
minute ([decision 101](../decisions/0101-limit-each-persons-reads-by-cost.md)).

${sections.join("\n")}`;
}

function who({ access }: Route): string {
  if (access === "anyone") return "checked by the route";
  return access === "person" ? "whoever is signed in" : rolesThatMay(access).join(", ");
}

function noteOf(route: Route): string {
  const given = Object.entries(notes).filter(([name]) => route[name as keyof typeof notes]);
  return given.map(([, note]) => note).join(", ");
}
