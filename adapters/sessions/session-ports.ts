import { randomSecret } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbSessions } from "./dynamodb-sessions.ts";
import { dynamodbSignedInPeople } from "./dynamodb-signed-in-people.ts";

export type SessionPorts = ReturnType<typeof sessionPorts>;

/** The ports for signing people in and out. */
export function sessionPorts({
  clients: { dynamodb },
  outputs,
}: Service<"SessionsTable" | "PeopleTable" | "MembersTable", "dynamodb">) {
  const tables = {
    sessions: outputs.SessionsTable,
    people: outputs.PeopleTable,
    members: outputs.MembersTable,
  };
  return {
    sessions: dynamodbSessions(dynamodb, tables),
    signedInPeople: dynamodbSignedInPeople(dynamodb, tables.people, systemClock),
    randomSecret,
  };
}
