import { newGroup } from "../../group-service.ts";
import { createCounter, shareCounter } from "../../service.ts";
import type { Endpoint, Staff } from "../organization-endpoints.ts";
import { setupPath } from "./console-user.ts";

const newCounterId = async (staff: Staff) => (await createCounter(staff.organization)).id;
const newGroupId = async (staff: Staff) => (await newGroup(staff.organization)).id;

/** A file as a request has it. */
export function fileBody(text: string, createGroups = false) {
  return { file: Buffer.from(text).toString("base64"), createGroups };
}

/** Every route of manage-counters. */
export const counterEndpoints: Endpoint[] = [
  { name: "list all counters", route: `GET ${setupPath}/counters` },
  {
    name: "see live counters",
    route: `GET ${setupPath}/counters/live`,
    query: ({ counter }) => `?ids=${counter.id}`,
  },
  {
    name: "create a counter",
    route: `POST ${setupPath}/counters`,
    body: () => ({ name: "North gate" }),
  },
  {
    name: "change a counter",
    route: `PATCH ${setupPath}/counters/{counterId}`,
    target: newCounterId,
    body: () => ({ settings: { locked: true } }),
  },
  ...["archive", "restore"].map(
    (verb): Endpoint => ({
      name: `${verb} a counter`,
      route: `POST ${setupPath}/counters/{counterId}/${verb}`,
      target: newCounterId,
      body: () => ({}),
    }),
  ),
  ...["", "/preview"].map(
    (part): Endpoint => ({
      name: `import counters${part}`,
      route: `POST ${setupPath}/imports${part}`,
      body: () => fileBody("name\nNorth gate\n"),
    }),
  ),
  { name: "list groups", route: `GET ${setupPath}/groups` },
  {
    name: "create a group",
    route: `POST ${setupPath}/groups`,
    body: () => ({ name: "Hall", capacity: null }),
  },
  {
    name: "see a group",
    route: `GET ${setupPath}/groups/{groupId}`,
    target: newGroupId,
  },
  {
    name: "see the counters of a group",
    route: `GET ${setupPath}/groups/{groupId}/counters`,
    target: newGroupId,
  },
  {
    name: "change a group",
    route: `PATCH ${setupPath}/groups/{groupId}`,
    target: newGroupId,
    body: () => ({ settings: { capacity: 800 } }),
  },
  {
    name: "delete a group",
    route: `DELETE ${setupPath}/groups/{groupId}`,
    target: newGroupId,
    body: () => ({ ungroup: false }),
  },
  {
    name: "list the embeds of a counter",
    route: `GET ${setupPath}/counters/{counterId}/embeds`,
    target: newCounterId,
  },
  {
    name: "create an embed",
    route: `POST ${setupPath}/counters/{counterId}/embeds`,
    target: newCounterId,
    body: () => ({ note: "Press" }),
  },
  {
    name: "revoke an embed",
    route: `DELETE ${setupPath}/embeds/{sessionId}`,
    target: ({ counter }) => shareCounter(counter),
    body: () => ({}),
  },
];
