import * as z from "zod";
import {
  type StandingTable,
  standingTables,
  type TableName,
  type Tables,
  tableNames,
  tableOutput,
} from "../core/tables.ts";
import type { AwsClients } from "./aws/aws-clients.ts";

const tableOutputs = Object.fromEntries(
  standingTables.map((name) => [tableOutput(name), z.string()]),
) as Record<ReturnType<typeof tableOutput<StandingTable>>, z.ZodString>;

/** The outputs of the stack that operators' tools need; CDK declares them under these names. */
export const StackOutputs = z.object({
  ApiUrl: z.url(),
  BaseUrl: z.url(),
  ConsoleUrl: z.url(),
  KeyBrand: z.string(),
  ...tableOutputs,
  /** Only where people get mail. */
  NoticesTable: z.string().exactOptional(),
  SecretsKey: z.string(),
  FirstAttemptsQueue: z.url(),
  RetriesQueue: z.url(),
  SlowAttemptsQueue: z.url(),
  FirstAttemptsDeadLetters: z.url(),
  RetriesDeadLetters: z.url(),
  SlowAttemptsDeadLetters: z.url(),
  FailedRecordsBucket: z.string(),
  FailedEvaluationsBucket: z.string(),
  /** Separated by commas; "-" where there are none. */
  AllowedReceiverAddresses: z.string(),
  // What the doctor compares with.
  Version: z.string(),
  /** The setting of this name. */
  LambdaConcurrency: z.string().regex(/^\d+$/),
  /** Of the three HTTP APIs together. */
  RequestsPerSecond: z.string().regex(/^\d+$/),
  RequestsAtOnce: z.string().regex(/^\d+$/),
  /** The name of the function that tries new versions; "-" where deployments are not gradual. */
  DeploymentHook: z.string(),
  /** "false" for an ephemeral stage. */
  KeepsData: z.enum(["true", "false"]),
  /** ARNs, separated by commas; "-" without own domains. */
  Certificates: z.string(),
  // Only where people get mail: the identity that sends it, how many functions do, and a setting.
  MailIdentity: z.string().exactOptional(),
  MailSenders: z.string().regex(/^\d+$/).exactOptional(),
  InvitationMailsPerDay: z.string().regex(/^\d+$/).exactOptional(),
  /** Where people sign in: the issuer of the identity provider. */
  SignInIssuer: z.url(),
  // Where own domains have to point; of each only where there is one.
  ApiDnsTarget: z.string().exactOptional(),
  SiteDnsTarget: z.string().exactOptional(),
  ConsoleDnsTarget: z.string().exactOptional(),
  // For the smoke test: where the canary's webhooks go, if there is one, and where retries wait.
  CanaryReceiverUrl: z.url().exactOptional(),
  ScheduleGroup: z.string().exactOptional(),
  SchedulerFromSeconds: z.string().regex(/^\d+$/).exactOptional(),
});
export type StackOutputs = z.infer<typeof StackOutputs>;

/** A running service. */
export interface Service {
  clients: AwsClients;
  outputs: StackOutputs;
}

/** The names of the tables that every stack has, and of those that this one has besides. */
export type StackTables = Tables<StandingTable> & Partial<Tables<TableName>>;

export function tablesOf(outputs: StackOutputs): StackTables {
  const named = tableNames.map((name) => [name, outputs[tableOutput(name)]]);
  return Object.fromEntries(named.filter(([, name]) => name !== undefined)) as StackTables;
}
