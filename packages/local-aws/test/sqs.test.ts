import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fixture, startFixture } from "./start-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
}, 30_000);
afterAll(() => fixture.close());

test("a message that is not hidden, or is shown again at once, can be received again", async () => {
  const { sqs, urlOf } = fixture.clients;
  const QueueUrl = urlOf("scheduled");
  await sqs.sendMessage({ QueueUrl, MessageBody: "one" });
  async function receive(VisibilityTimeout: number) {
    const { Messages = [] } = await sqs.receiveMessage({
      ...{ QueueUrl, VisibilityTimeout, WaitTimeSeconds: 1 },
    });
    expect(Messages.map(({ Body }) => Body)).toEqual(["one"]);
    return Messages[0]?.ReceiptHandle ?? "";
  }
  await receive(0);
  const ReceiptHandle = await receive(60);
  await sqs.changeMessageVisibility({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
  const again = await receive(60);
  const Entries = [{ Id: "0", ReceiptHandle: again, VisibilityTimeout: 0 }];
  await sqs.changeMessageVisibilityBatch({ QueueUrl, Entries });
  await receive(60);
});
