import { expect, test } from "vitest";
import { randomSecret } from "../../../adapters/random.ts";
import type { Session } from "../../../core/sessions/session.ts";
import { signIn, stores } from "../../system/service.ts";

const sessions = stores.sessions;

test("a session that ends while another request is under way does not come back", async () => {
  const { person } = await signIn();
  const startMs = Date.now();
  const at = (minute: number) => new Date(startMs + minute * 60_000).toISOString();
  const session: Session = {
    ...{ sessionHash: randomSecret(), personId: person.id, sessionEpoch: person.sessionEpoch },
    ...{ createdAt: at(0), lastSeenAt: at(0) },
  };
  const found = () => sessions.find({ ...session, organizationId: undefined });
  await sessions.create(session);
  await sessions.touch(session, at(6));
  // Another request at the same time, which read the session before.
  await sessions.touch(session, at(5));
  expect((await found())?.session.lastSeenAt).toBe(at(6));
  await sessions.end(session.sessionHash);
  await sessions.touch({ ...session, lastSeenAt: at(6) }, at(12));
  expect(await found()).toBeUndefined();
});
