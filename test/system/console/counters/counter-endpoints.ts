import type { Role } from "../../../../core/members/role.ts";
import { newGroup } from "../../group-service.ts";
import { createCounter, shareCounter } from "../../service.ts";
import type { Endpoint, Staff } from "../organization-endpoints.ts";

const organization = "/api/organizations/{organizationId}";
const managers: Role[] = ["owner", "admin"];
const everybody: Role[] = ["owner", "admin", "member"];

const newCounterId = async (staff: Staff) => (await createCounter(staff.organization)).id;
const newGroupId = async (staff: Staff) => (await newGroup(staff.organization)).id;

/** A file as a request has it. */
export function fileBody(text: string, createGroups = false) {
  return { file: Buffer.from(text).toString("base64"), createGroups };
}

/** Every route of manage-counters, with the roles that it is for. */
export const counterEndpoints: Endpoint[] = [
  { name: "list all counters", route: `GET ${organization}/counters/all`, roles: everybody },
  {
    name: "see live counters",
    route: `GET ${organization}/counters/live`,
    query: ({ counter }) => `?ids=${counter.id}`,
    roles: everybody,
  },
  {
    name: "create a counter",
    route: `POST ${organization}/counters`,
    roles: managers,
    body: () => ({ name: "North gate" }),
  },
  {
    name: "change a counter",
    route: `PATCH ${organization}/counters/{counterId}`,
    roles: managers,
    target: newCounterId,
    body: () => ({ settings: { locked: true } }),
  },
  ...["archive", "restore"].map(
    (verb): Endpoint => ({
      name: `${verb} a counter`,
      route: `POST ${organization}/counters/{counterId}/${verb}`,
      roles: managers,
      target: newCounterId,
      body: () => ({}),
    }),
  ),
  ...["", "/preview"].map(
    (part): Endpoint => ({
      name: `import counters${part}`,
      route: `POST ${organization}/counter-imports${part}`,
      roles: managers,
      body: () => fileBody("name\nNorth gate\n"),
    }),
  ),
  { name: "list groups", route: `GET ${organization}/groups`, roles: everybody },
  {
    name: "create a group",
    route: `POST ${organization}/groups`,
    roles: managers,
    body: () => ({ name: "Hall", capacity: null }),
  },
  {
    name: "see a group",
    route: `GET ${organization}/groups/{groupId}`,
    roles: everybody,
    target: newGroupId,
  },
  {
    name: "see the counters of a group",
    route: `GET ${organization}/groups/{groupId}/counters`,
    roles: everybody,
    target: newGroupId,
  },
  {
    name: "change a group",
    route: `PATCH ${organization}/groups/{groupId}`,
    roles: managers,
    target: newGroupId,
    body: () => ({ settings: { capacity: 800 } }),
  },
  {
    name: "delete a group",
    route: `DELETE ${organization}/groups/{groupId}`,
    roles: managers,
    target: newGroupId,
    body: () => ({ ungroup: false }),
  },
  {
    name: "list the embeds of a counter",
    route: `GET ${organization}/counters/{counterId}/embeds`,
    roles: managers,
    target: newCounterId,
  },
  {
    name: "create an embed",
    route: `POST ${organization}/counters/{counterId}/embeds`,
    roles: managers,
    target: newCounterId,
    body: () => ({ note: "Press" }),
  },
  {
    name: "revoke an embed",
    route: `DELETE ${organization}/embeds/{sessionId}`,
    roles: managers,
    target: ({ counter }) => shareCounter(counter),
    body: () => ({}),
  },
];
