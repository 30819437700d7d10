import type { Context } from "aws-lambda";
import { dynamodbAuditLog } from "../../adapters/audit/dynamodb-audit-log.ts";
import { secretsManagerClient, sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { secretReader } from "../../adapters/aws/secret-reader.ts";
import { dynamodbStoredCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbRateLimits } from "../../adapters/dynamodb-rate-limits.ts";
import { dynamodbGates } from "../../adapters/gates/dynamodb-gates.ts";
import { dynamodbOrganizationPeople } from "../../adapters/members/dynamodb-organization-people.ts";
import { dynamodbChatChannels } from "../../adapters/notices/dynamodb-chat-channels.ts";
import { dynamodbPreferences } from "../../adapters/notices/dynamodb-preferences.ts";
import {
  dynamodbMailed,
  dynamodbMembers,
  dynamodbRecipients,
} from "../../adapters/notices/dynamodb-recipients.ts";
import { dynamodbReportSchedules } from "../../adapters/notices/dynamodb-report-schedules.ts";
import { sqsMailRequests } from "../../adapters/notices/sqs-notice-queue.ts";
import { dynamodbOrganizationSettings } from "../../adapters/organizations/dynamodb-organization-settings.ts";
import {
  dynamodbOrganizationName,
  dynamodbOrganizations,
  dynamodbTelling,
} from "../../adapters/organizations/dynamodb-organizations.ts";
import { randomBase62, randomSecret } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { auditRoutes } from "../../api/private/audit.ts";
import { gateRoutes } from "../../api/private/gates.ts";
import { mailRoutes } from "../../api/private/mail.ts";
import { joinRoutes, memberRoutes } from "../../api/private/members.ts";
import { noticeRoutes } from "../../api/private/notices.ts";
import { organizationRoutes } from "../../api/private/organizations.ts";
import { auditHandlers } from "../audit/audit-routes.ts";
import { environmentOf } from "../functions/environment.ts";
import { manageOrganization, unsubscribeRoute } from "../functions/private-api.ts";
import { gateHandlers } from "../gates/gate-routes.ts";
import type { HttpEvent } from "../http/message.ts";
import { joinHandlers } from "../members/join-routes.ts";
import { memberHandlers } from "../members/member-routes.ts";
import { mailHandlers } from "../notices/mail-routes.ts";
import { noticeHandlers } from "../notices/notice-routes.ts";
import { unsubscribePages } from "../notices/unsubscribe.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { viewerAddress } from "../private-api/viewer-address.ts";
import { organizationHandlers } from "./organization-routes.ts";

const environment = environmentOf(manageOrganization, process.env);
const client = dynamodbClient();
const { tables } = environment;
const consoleUrl = environment.CONSOLE_URL;
const { UNSUBSCRIBE_SECRET_ARN } = environment;
const ports = {
  clock: systemClock,
  randomBase62,
  randomSecret,
  consoleUrl,
  organizationName: dynamodbOrganizationName(client, tables),
  organizations: dynamodbOrganizations(client, tables),
  organizationSettings: dynamodbOrganizationSettings(client, tables, systemClock),
  storedCounters: dynamodbStoredCounters(client, tables),
  people: dynamodbOrganizationPeople(client, tables, systemClock),
  gates: dynamodbGates(client, tables, systemClock),
  viewerAddress: viewerAddress(environment.ORIGIN_SECRET_ARN),
  rateLimits: dynamodbRateLimits(client, tables, systemClock),
  auditLog: dynamodbAuditLog(client, tables),
  preferences: dynamodbPreferences(client, tables, systemClock),
  recipient: dynamodbRecipients(client, tables),
  organization: dynamodbTelling(client, tables),
  members: dynamodbMembers(client, tables),
  mailed: dynamodbMailed(client, tables),
};
const { NOTICES_QUEUE_URL: queueUrl, INVITATION_MAILS_PER_DAY: mailsPerDay } = environment;
const queue = queueUrl === undefined ? undefined : sqsMailRequests(sqsClient(), queueUrl);
const mail = queue && { ...ports, ...queue, mailsPerDay };
const { NOTICES_TABLE: notices } = environment;
const choosing =
  notices === undefined
    ? undefined
    : {
        ...ports,
        chatChannels: dynamodbChatChannels(client, { notices }),
        reportSchedules: dynamodbReportSchedules(client, { notices }),
      };
const routes = {
  ...organizationRoutes,
  ...memberRoutes,
  ...gateRoutes,
  ...auditRoutes,
  ...joinRoutes,
  ...noticeRoutes,
  ...mailRoutes,
};

const area = areaHandler(
  { routes, consoleUrl, access: memberAccess(client, tables) },
  {
    ...organizationHandlers({ ...ports, reportSchedules: choosing?.reportSchedules }),
    ...memberHandlers({ ...ports, sendsMail: mail !== undefined }),
    ...gateHandlers(ports),
    ...auditHandlers(ports),
    ...joinHandlers(ports),
    ...noticeHandlers({ ...ports, choosing }),
    ...mailHandlers(mail),
  },
);

const pages =
  UNSUBSCRIBE_SECRET_ARN === undefined
    ? undefined
    : unsubscribePages({
        ...ports,
        unsubscribeSecret: secretReader(secretsManagerClient(), UNSUBSCRIBE_SECRET_ARN),
      });

/** The private API, and beside it the page that the links of mails lead to. */
export const handler = (event: HttpEvent, context: Context) => {
  const isPage = event.requestContext.routeKey === `ANY ${unsubscribeRoute.path}`;
  return (isPage && pages ? pages : area)(event, context);
};
