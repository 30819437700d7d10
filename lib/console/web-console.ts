import { Construct } from "constructs";
import {
  consoleSurface,
  countTaps,
  getConsoleFile,
  manageOrganization,
  manageSessions,
  showConsole,
} from "../../lambdas/functions/console.ts";
import type { Configuration } from "../configuration.ts";
import { HttpSurface } from "../platform/http-surface.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import type { Tables } from "../platform/tables.ts";
import { ConsoleAlarms } from "./console-alarms.ts";
import { ConsoleDelivery } from "./console-delivery.ts";
import { grantCounting, grantManagingPeople, grantSignIn } from "./console-grants.ts";
import { SignInPool } from "./user-pool.ts";

export interface WebConsoleProps {
  configuration: Configuration;
  tables: Tables;
  /** Where embeds are. */
  baseUrl: string;
}

/** {console_url}: where people sign in and count, behind a CDN and on an origin of its own. */
export class WebConsole extends Construct {
  readonly url: string;
  private readonly configuration: Configuration;
  private readonly tables: Tables;
  private readonly delivery: ConsoleDelivery;
  private readonly surface: HttpSurface;

  constructor(scope: Construct, id: string, props: WebConsoleProps) {
    super(scope, id);
    const { configuration, tables, baseUrl } = props;
    this.configuration = configuration;
    this.tables = tables;
    // No domain name here: viewers use the CDN, which forwards to this API's own URL.
    this.surface = new HttpSurface(this, "Surface", { configuration, surface: consoleSurface });
    const { httpApi } = this.surface;
    this.delivery = new ConsoleDelivery(this, "Delivery", { configuration, httpApi });
    this.url = this.delivery.url;

    const page = this.surface.serve(showConsole, { BASE_URL: baseUrl });
    const file = this.surface.serve(getConsoleFile, {});
    const signIn = this.serveSessions();
    const members = this.serveOrganization();
    const taps = this.serveTaps();
    for (const reader of [signIn, members, taps]) this.grantAuthorizing(reader);
    const refuse = this.surface.refuseAllElse();

    const functions = [page, file, signIn, members, taps, refuse];
    new ConsoleAlarms(this, "Alarms", { configuration, surface: this.surface, functions });
  }

  /** What every function of the private API needs. */
  private privateVariables() {
    const { sessions, people, members, organizations, rateLimits } = this.tables;
    return {
      CONSOLE_URL: this.url,
      SESSIONS_TABLE: sessions.tableName,
      PEOPLE_TABLE: people.tableName,
      MEMBERS_TABLE: members.tableName,
      ORGANIZATIONS_TABLE: organizations.tableName,
      RATE_LIMITS_TABLE: rateLimits.tableName,
      ORIGIN_SECRET_ARN: this.delivery.originSecret.secretArn,
    };
  }

  /** Session, person and membership are one read; that a session is in use, is written. */
  private grantAuthorizing(reader: ServiceFunction<never>): void {
    const { sessions, people, members, rateLimits } = this.tables;
    reader.grant(sessions.tableArn, "dynamodb:BatchGetItem", "dynamodb:UpdateItem");
    reader.grant(people.tableArn, "dynamodb:BatchGetItem");
    reader.grant(members.tableArn, "dynamodb:BatchGetItem");
    reader.grant(rateLimits.tableArn, "dynamodb:UpdateItem");
    reader.grant(this.delivery.originSecret.secretArn, "secretsmanager:GetSecretValue");
  }

  private serveSessions() {
    const { issuer, clientId, secretArn } = this.identityProvider();
    const served = this.surface.serve(manageSessions, {
      ...this.privateVariables(),
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      ...(secretArn !== undefined && { OIDC_CLIENT_SECRET_ARN: secretArn }),
    });
    grantSignIn(served, this.tables);
    if (secretArn !== undefined) served.grant(secretArn, "secretsmanager:GetSecretValue");
    return served;
  }

  /** The configured one, or else a user pool of this stack. */
  private identityProvider() {
    const { configuration, url: consoleUrl } = this;
    const { oidcIssuer, oidcClientId, oidcClientSecretArn: secretArn } = configuration;
    if (oidcIssuer !== undefined && oidcClientId !== undefined && secretArn !== undefined) {
      return { issuer: oidcIssuer, clientId: oidcClientId, secretArn };
    }
    const { issuer, clientId } = new SignInPool(this, "SignIn", { configuration, consoleUrl });
    return { issuer, clientId, secretArn: undefined };
  }

  private serveOrganization() {
    const { counters, invitations, gates, auditEntries } = this.tables;
    const served = this.surface.serve(manageOrganization, {
      ...this.privateVariables(),
      COUNTERS_TABLE: counters.tableName,
      INVITATIONS_TABLE: invitations.tableName,
      GATES_TABLE: gates.tableName,
      AUDIT_ENTRIES_TABLE: auditEntries.tableName,
    });
    grantManagingPeople(served, this.tables);
    return served;
  }

  private serveTaps() {
    const { counters, countEvents, idempotencyKeys, counterGroups, gates } = this.tables;
    const served = this.surface.serve(countTaps, {
      ...this.privateVariables(),
      COUNTERS_TABLE: counters.tableName,
      COUNT_EVENTS_TABLE: countEvents.tableName,
      IDEMPOTENCY_KEYS_TABLE: idempotencyKeys.tableName,
      COUNTER_GROUPS_TABLE: counterGroups.tableName,
      GATES_TABLE: gates.tableName,
    });
    grantCounting(served, this.tables);
    return served;
  }
}
