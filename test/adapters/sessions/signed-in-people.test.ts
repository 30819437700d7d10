import { expect, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { dynamodbSignedInPeople } from "../../../adapters/sessions/dynamodb-signed-in-people.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { signIn, tables } from "../../system/service.ts";
import { proxyOfTest } from "../fault-proxy.ts";

test("a person who joins an organization at this moment can sign in, and end their sessions", async () => {
  const { person } = await signIn();
  let left = 3;
  const proxy = await proxyOfTest(({ operation }) =>
    operation === "UpdateItem" && left-- > 0
      ? { error: "TransactionConflictException" }
      : undefined,
  );
  const client = localDynamodbClient(proxy.endpoint);
  const people = dynamodbSignedInPeople(client, tables, systemClock);
  const again = await people.signIn(person.id, person, new Date().toISOString());
  expect(again).toMatchObject({ id: person.id, sessionEpoch: person.sessionEpoch });
  left = 3;
  await people.endSessions(person.id);
  expect(await people.signIn(person.id, person, new Date().toISOString())).toMatchObject({
    sessionEpoch: person.sessionEpoch + 1,
  });
});
