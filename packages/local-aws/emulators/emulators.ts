import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { ChildProcessGuard } from "../child-process-guard.ts";
import type { AccessControl } from "../iam/access-control.ts";
import { runtimeAccessKey } from "../iam/access-keys.ts";
import type { OnEvent } from "../runtime-event.ts";
import { localCredentials, localRegion } from "../template/arns.ts";
import { type BatchFaultOptions, BatchFaults } from "./batch-faults.ts";
import {
  type DynamodbEmulator,
  reachDynamodb,
  startDynamodbEmulator,
} from "./dynamodb/dynamodb-emulator.ts";
import { startDynamodbFront } from "./dynamodb/dynamodb-front.ts";
import type { DynamodbStep } from "./dynamodb/dynamodb-steps.ts";
import { failedStatements } from "./dynamodb/failed-statements.ts";
import { unprocessedItems } from "./dynamodb/unprocessed-items.ts";
import { type Fauxqs, startFauxqs } from "./fauxqs.ts";
import { Kms } from "./kms/kms.ts";
import { KmsKeyRing } from "./kms/kms-key-ring.ts";
import { ScheduleStore } from "./scheduler/schedule-store.ts";
import { Scheduler } from "./scheduler/scheduler.ts";
import type { SecretSpec } from "./secrets/secret-properties.ts";
import { secretValues } from "./secrets/secret-values.ts";
import { Secrets } from "./secrets/secrets.ts";
import type { ConfigurationSets } from "./ses/configuration-sets.ts";
import { MailStore } from "./ses/mail-store.ts";
import { Mailbox } from "./ses/mailbox.ts";
import { Ses } from "./ses/ses.ts";

export interface MailOptions {
  /** Verified domains and addresses of SES. */
  identities: readonly string[];
  /** Of a page with the mails; 0 asks for any free one. */
  port: number;
}

interface EmulatorOptions {
  dataDir: string;
  /** Ids of the KMS keys and names of the buckets of the template. */
  keys: readonly string[];
  buckets: readonly string[];
  /** The secrets of the template. */
  secretSpecs: readonly SecretSpec[];
  /** Values of secrets that are not in the template, by ARN. */
  secrets?: Readonly<Record<string, string>>;
  mail?: MailOptions;
  /** The configuration sets of the template. */
  configurationSets: ConfigurationSets;
  dynamodbEndpoint?: string;
  batchFaults?: BatchFaultOptions;
  /** What looks at each request to DynamoDB, except the runtime's own. */
  dynamodbSteps: readonly DynamodbStep[];
  access: AccessControl;
  guard: ChildProcessGuard;
  signal?: AbortSignal;
  onEvent: OnEvent;
}

/** The emulators that run here, and clients for those that the runtime itself calls. */
export interface Emulators {
  dynamodb: DynamodbEmulator;
  fauxqs: Fauxqs;
  scheduler: Scheduler;
  ses: Ses;
  schedules: ScheduleStore;
  endpoints: {
    dynamodb: string;
    sqs: string;
    scheduler: string;
    kms: string;
    s3: string;
    secrets: string;
    ses: string;
  };
  /** The page with the mails, where it was asked for. */
  mailboxUrl: string | undefined;
  clients: { dynamodb: DynamoDBClient; streams: DynamoDBStreamsClient; sqs: SQSClient };
}

/** Starts all emulators on the data folder. */
export async function startEmulators(
  options: EmulatorOptions,
  disposables: AsyncDisposableStack,
): Promise<Emulators> {
  const { dataDir, dynamodbEndpoint, access } = options;
  const schedules = new ScheduleStore(dataDir);
  disposables.defer(() => schedules.close());
  const scheduler = new Scheduler(schedules, access);
  const schedulerUrl = await scheduler.start();
  disposables.defer(() => scheduler.close());
  const kms = new Kms(new KmsKeyRing(dataDir, options.keys), access);
  const kmsUrl = await kms.start();
  disposables.defer(() => kms.close());
  const { secretSpecs, secrets: given = {} } = options;
  const secrets = new Secrets(secretValues(dataDir, secretSpecs, given), access);
  const secretsUrl = await secrets.start();
  disposables.defer(() => secrets.close());
  const mail = await startMail(options, disposables);
  const faults = new BatchFaults(options.batchFaults);
  const fauxqs = await startFauxqs(dataDir, { access, faults, buckets: options.buckets });
  disposables.defer(() => fauxqs.close());
  const dynamodb = dynamodbEndpoint
    ? await reachDynamodb(dynamodbEndpoint, options.signal)
    : await startDynamodbEmulator(options);
  disposables.defer(() => dynamodb.close());
  const front = await startDynamodbFront(dynamodb.endpoint, [
    ...options.dynamodbSteps,
    unprocessedItems(faults),
    failedStatements(faults),
  ]);
  disposables.defer(() => front.close());
  const clients = makeClients(dynamodb.endpoint, fauxqs.url);
  disposables.defer(() => Object.values(clients).forEach((client) => void client.destroy()));
  const endpoints = {
    dynamodb: front.url,
    sqs: fauxqs.url,
    scheduler: schedulerUrl,
    kms: kmsUrl,
    s3: fauxqs.url,
    secrets: secretsUrl,
    ses: mail.sesUrl,
  };
  const { ses, mailboxUrl } = mail;
  return { dynamodb, fauxqs, scheduler, ses, schedules, endpoints, mailboxUrl, clients };
}

async function startMail(
  { dataDir, mail, configurationSets, access, onEvent }: EmulatorOptions,
  disposables: AsyncDisposableStack,
): Promise<{ ses: Ses; sesUrl: string; mailboxUrl: string | undefined }> {
  const store = new MailStore(dataDir);
  disposables.defer(() => store.close());
  const identities = mail?.identities ?? [];
  const ses = new Ses(store, { identities, configurationSets, access });
  const sesUrl = await ses.start();
  disposables.defer(() => ses.close());
  if (mail === undefined) return { ses, sesUrl, mailboxUrl: undefined };
  const mailbox = new Mailbox(store, onEvent);
  await mailbox.bind(mail.port);
  disposables.defer(() => {
    mailbox.breakOff();
    return mailbox.close();
  });
  return { ses, sesUrl, mailboxUrl: mailbox.url };
}

/** The SDK's standard variables that make it call the emulators from inside a function. */
export function endpointVariables(endpoints: Emulators["endpoints"]): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SCHEDULER: endpoints.scheduler,
    AWS_ENDPOINT_URL_KMS: endpoints.kms,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secrets,
    AWS_ENDPOINT_URL_SESV2: endpoints.ses,
  };
}

function makeClients(dynamodb: string, sqs: string): Emulators["clients"] {
  const local = { region: localRegion, credentials: localCredentials };
  const clients = {
    dynamodb: new DynamoDBClient({ ...local, endpoint: dynamodb }),
    streams: new DynamoDBStreamsClient({ ...local, endpoint: dynamodb }),
    sqs: new SQSClient({
      ...local,
      credentials: { ...localCredentials, accessKeyId: runtimeAccessKey },
      endpoint: sqs,
    }),
  };
  // Even without a logger, it copies the input and output of each call, such as pages of records.
  for (const client of Object.values(clients)) client.middlewareStack.remove("loggerMiddleware");
  return clients;
}
