import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { SQSClient } from "@aws-sdk/client-sqs";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { callLimits, localAccess } from "../../adapters/aws/dynamodb-client.ts";
import { listen } from "../../local/ports.ts";

const Request = z.looseObject({
  QueueUrl: z.string(),
  Entries: z
    .array(z.looseObject({ Id: z.string(), MessageBody: z.string().optional() }))
    .default([]),
});
type Request = z.infer<typeof Request>;

type Refuses = (body: string, entry: { Id: string }) => boolean;

export interface RecordedCall {
  /** For example `SendMessageBatch`. */
  operation: string;
  request: Request;
}

/**
 * An emulator of SQS that keeps nothing but the calls. It accepts every entry of a batch that is not
 * refused, and answers a call with an error of the service when `fails` says so.
 */
export async function recordedSqs({
  refuses = () => false,
  fails = () => false,
}: {
  refuses?: Refuses;
  fails?: (call: RecordedCall) => boolean;
} = {}) {
  const calls: RecordedCall[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const operation = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
    const call = { operation, request: Request.parse(await json(incoming)) };
    calls.push(call);
    const failed = {
      __type: "com.amazonaws.sqs#UnsupportedOperation",
      message: "as the test wants",
    };
    outgoing.writeHead(fails(call) ? 400 : 200, { "content-type": "application/x-amz-json-1.0" });
    outgoing.end(JSON.stringify(fails(call) ? failed : responseTo(call.request, refuses)));
  });
  const port = await listen(server, 0);
  const endpoint = `http://127.0.0.1:${port}`;
  const sqs = new SQSClient({ ...callLimits, ...localAccess, endpoint, maxAttempts: 1 });
  onTestFinished(() => {
    sqs.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { sqs, calls };
}

function responseTo({ Entries }: Request, refuses: Refuses) {
  const [refused = [], accepted = []] = [true, false].map((isRefused) =>
    Entries.filter((entry) => refuses(entry.MessageBody ?? "", entry) === isRefused),
  );
  return {
    Successful: accepted.map(({ Id, MessageBody = "" }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
    })),
    Failed: refused.map(({ Id }) => ({ Id, Code: "InternalError", SenderFault: false })),
  };
}
