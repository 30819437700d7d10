import type { Role } from "../../../../core/members/role.ts";
import { newGroup } from "../../group-service.ts";
import { createCounter, shareCounter } from "../../service.ts";
import type { Endpoint, Staff } from "../organization-endpoints.ts";
import { setupPath } from "./console-user.ts";

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
  { name: "list all counters", route: `GET ${setupPath}/counters`, roles: everybody },
  {
    name: "see live counters",
    route: `GET ${setupPath}/counters/live`,
    query: ({ counter }) => `?ids=${counter.id}`,
    roles: everybody,
  },
  {
    name: "create a counter",
    route: `POST ${setupPath}/counters`,
    roles: managers,
    body: () => ({ name: "North gate" }),
  },
  {
    name: "change a counter",
    route: `PATCH ${setupPath}/counters/{counterId}`,
    roles: managers,
    target: newCounterId,
    body: () => ({ settings: { locked: true } }),
  },
  ...["archive", "restore"].map(
    (verb): Endpoint => ({
      name: `${verb} a counter`,
      route: `POST ${setupPath}/counters/{counterId}/${verb}`,
      roles: managers,
      target: newCounterId,
      body: () => ({}),
    }),
  ),
  ...["", "/preview"].map(
    (part): Endpoint => ({
      name: `import counters${part}`,
      route: `POST ${setupPath}/imports${part}`,
      roles: managers,
      body: () => fileBody("name\nNorth gate\n"),
    }),
  ),
  { name: "list groups", route: `GET ${setupPath}/groups`, roles: everybody },
  {
    name: "create a group",
    route: `POST ${setupPath}/groups`,
    roles: managers,
    body: () => ({ name: "Hall", capacity: null }),
  },
  {
    name: "see a group",
    route: `GET ${setupPath}/groups/{groupId}`,
    roles: everybody,
    target: newGroupId,
  },
  {
    name: "see the counters of a group",
    route: `GET ${setupPath}/groups/{groupId}/counters`,
    roles: everybody,
    target: newGroupId,
  },
  {
    name: "change a group",
    route: `PATCH ${setupPath}/groups/{groupId}`,
    roles: managers,
    target: newGroupId,
    body: () => ({ settings: { capacity: 800 } }),
  },
  {
    name: "delete a group",
    route: `DELETE ${setupPath}/groups/{groupId}`,
    roles: managers,
    target: newGroupId,
    body: () => ({ ungroup: false }),
  },
  {
    name: "list the embeds of a counter",
    route: `GET ${setupPath}/counters/{counterId}/embeds`,
    roles: managers,
    target: newCounterId,
  },
  {
    name: "create an embed",
    route: `POST ${setupPath}/counters/{counterId}/embeds`,
    roles: managers,
    target: newCounterId,
    body: () => ({ note: "Press" }),
  },
  {
    name: "revoke an embed",
    route: `DELETE ${setupPath}/embeds/{sessionId}`,
    roles: managers,
    target: ({ counter }) => shareCounter(counter),
    body: () => ({}),
  },
];
