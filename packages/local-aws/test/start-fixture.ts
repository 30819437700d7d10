import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { KMS } from "@aws-sdk/client-kms";
import { S3 } from "@aws-sdk/client-s3";
import { Scheduler } from "@aws-sdk/client-scheduler";
import { SQS } from "@aws-sdk/client-sqs";
import { inject } from "vitest";
import { type Runtime, type RuntimeEvent, type RuntimeOptions, startRuntime } from "../runtime.ts";
import { localCredentials, localRegion, queueUrl } from "../template/arns.ts";

export interface Fixture {
  runtime: Runtime;
  templateFile: string;
  dataDir: string;
  events: RuntimeEvent[];
  clients: ReturnType<typeof clientsOf>;
  /** The answer of the fixture's API; the body as JSON. */
  get(
    path: string,
    init?: RequestInit,
  ): Promise<{ status: number; headers: Headers; body: unknown }>;
  close(): Promise<void>;
}

/** A runtime with the fixture stack on a data folder of its own. */
export async function startFixture(options: Partial<RuntimeOptions> = {}): Promise<Fixture> {
  const templateFile = options.templateFile ?? inject("fixtureTemplate");
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "local-data-"));
  const events: RuntimeEvent[] = [];
  const runtime = await startRuntime({
    portOf: () => 0,
    onEvent: (event) => events.push(event),
    ...options,
    templateFile,
    dataDir,
  });
  return {
    runtime,
    templateFile,
    dataDir,
    events,
    clients: clientsOf(runtime.endpoints),
    async get(path, init) {
      const response = await fetch(`${runtime.outputs.ApiUrl}${path}`, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    },
    async close() {
      await runtime.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** SDK clients as any program would make them. */
export function clientsOf(endpoints: Runtime["endpoints"]) {
  const local = { region: localRegion, credentials: localCredentials };
  return {
    dynamodb: new DynamoDB({ ...local, endpoint: endpoints.dynamodb }),
    sqs: new SQS({ ...local, endpoint: endpoints.sqs }),
    scheduler: new Scheduler({ ...local, endpoint: endpoints.scheduler, maxAttempts: 1 }),
    kms: new KMS({ ...local, endpoint: endpoints.kms }),
    s3: new S3({ ...local, endpoint: endpoints.s3, forcePathStyle: true }),
    urlOf: (queue: string) => queueUrl(endpoints.sqs, queue),
  };
}
