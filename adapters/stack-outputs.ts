import * as z from "zod";
import type { AwsClients } from "./aws/clients.ts";

/** The outputs of the stack that operators' tools need; CDK declares them under these names. */
export const StackOutputs = z.object({
  ApiUrl: z.url(),
  BaseUrl: z.url(),
  ConsoleUrl: z.url(),
  KeyBrand: z.string(),
  OrganizationsTable: z.string(),
  OrganizationDeletionsTable: z.string(),
  ApiKeysTable: z.string(),
  CountersTable: z.string(),
  CountEventsTable: z.string(),
  CountMarksTable: z.string(),
  SettingsChangesTable: z.string(),
  IdempotencyKeysTable: z.string(),
  EmbedSessionsTable: z.string(),
  WebhookEndpointsTable: z.string(),
  DataKeysTable: z.string(),
  DeliveriesTable: z.string(),
  CounterGroupsTable: z.string(),
  GroupMembersTable: z.string(),
  AlertsTable: z.string(),
  AlertFiringsTable: z.string(),
  PeopleTable: z.string(),
  MembersTable: z.string(),
  InvitationsTable: z.string(),
  SessionsTable: z.string(),
  GatesTable: z.string(),
  RateLimitsTable: z.string(),
  AuditEntriesTable: z.string(),
  SecretsKey: z.string(),
  FirstAttemptsQueue: z.url(),
  RetriesQueue: z.url(),
  SlowAttemptsQueue: z.url(),
  FirstAttemptsDeadLetters: z.url(),
  RetriesDeadLetters: z.url(),
  SlowAttemptsDeadLetters: z.url(),
  FailedRecordsBucket: z.string(),
  FailedEvaluationsBucket: z.string(),
  AllowedReceiverAddresses: z.string(),
  // What the doctor compares with. A stack that an older version deployed does not have these.
  Version: z.string().exactOptional(),
  /** The setting of this name. */
  LambdaConcurrency: z.string().regex(/^\d+$/).exactOptional(),
  /** "false" for an ephemeral stage. */
  KeepsData: z.enum(["true", "false"]).exactOptional(),
  /** ARNs, separated by commas; "-" without own domains. */
  Certificates: z.string().exactOptional(),
  // Where own domains have to point; of each only where there is one.
  ApiDnsTarget: z.string().exactOptional(),
  SiteDnsTarget: z.string().exactOptional(),
  ConsoleDnsTarget: z.string().exactOptional(),
  // For the smoke test: where the canary's webhooks go, if there is one, and where retries wait.
  CanaryReceiverUrl: z.url().exactOptional(),
  ScheduleGroup: z.string().exactOptional(),
  SchedulerFromSeconds: z.string().regex(/^\d+$/).exactOptional(),
  /** Whether the functions behind streams know what `counting data restore` put back. */
  PassesOverRestored: z.literal("true").exactOptional(),
});
export type StackOutputs = z.infer<typeof StackOutputs>;

/** A running service: clients, and these outputs of its stack. */
export interface Service<
  Output extends keyof StackOutputs = keyof StackOutputs,
  Client extends keyof AwsClients = keyof AwsClients,
> {
  clients: Pick<AwsClients, Client>;
  outputs: Pick<StackOutputs, Output>;
}
