import { accountRequestLimits } from "../../../adapters/operations/account-request-limits.ts";
import {
  tableProtection,
  userPoolProtection,
} from "../../../adapters/operations/data-protection.ts";
import type { DoctorClients } from "../../../adapters/operations/doctor-clients.ts";
import { certificateStates, domainStates } from "../../../adapters/operations/domain-states.ts";
import {
  accountConcurrency,
  aliasStates,
  eventSourceStates,
} from "../../../adapters/operations/lambda-state.ts";
import { alarmStates, stackState } from "../../../adapters/operations/stack-state.ts";
import type { Service, StackOutputs } from "../../../adapters/stack-outputs.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { judgeLimits } from "../../../core/operations/account-limits.ts";
import { judgeCertificates } from "../../../core/operations/certificates.ts";
import { judgeProtection, judgeUserPool } from "../../../core/operations/data-protection.ts";
import { judgeDeployment } from "../../../core/operations/deployment.ts";
import { judgeDomains } from "../../../core/operations/domains.ts";
import { judgeEventSources } from "../../../core/operations/event-sources.ts";
import { judgeRequestLimits } from "../../../core/operations/request-limits.ts";
import { judgeAlarms } from "../../../core/operations/stack-alarms.ts";
import { constructOf, tableNames, tableOutput } from "../../../core/tables.ts";
import type { DoctorCheck } from "./run-checks.ts";

/** The checks of what exists in AWS only. */
export const stackCheckNames = [
  "data-protection",
  "user-pool",
  "deployment",
  "alarms",
  "event-sources",
  "limits",
  "request-limits",
  "certificates",
  "domains",
] as const;

type StackChecks = Record<(typeof stackCheckNames)[number], DoctorCheck>;

/** The checks of a deployed stack; what two of them need is read once. */
export function stackChecks(
  { clients: { dynamodb }, outputs }: Service,
  { apiGateway, cloudFormation, cloudWatch, cognito, lambda }: DoctorClients,
  stackName: string,
): StackChecks {
  const keepsData = outputs.KeepsData === "true";
  const state = once(() => stackState(cloudFormation, stackName));
  const sources = once(async () => eventSourceStates(lambda, (await state()).mappings));
  return {
    "data-protection": async () => {
      const { terminationProtection } = await state();
      const tables = await tableProtection(dynamodb, tablesOf(outputs));
      return judgeProtection({ keepsData, terminationProtection, tables });
    },
    "user-pool": async () => {
      // None where people sign in elsewhere.
      const [userPoolId] = (await state()).idsOf("AWS::Cognito::UserPool");
      return judgeUserPool(await userPoolProtection(cognito, userPoolId), keepsData);
    },
    deployment: async () => {
      const { status, deployedAtMs, idsOf } = await state();
      const states = await aliasStates(lambda, idsOf("AWS::Lambda::Alias"));
      return judgeDeployment({ status, deployedAtMs, ...states }, systemClock.now());
    },
    alarms: async () => {
      const { alarms: declared } = await state();
      const alarms = await alarmStates(cloudWatch, declared);
      return judgeAlarms({ declared, alarms, keepsData });
    },
    "event-sources": async () => judgeEventSources(await sources()),
    limits: async () => {
      const [account, { mappings }] = await Promise.all([accountConcurrency(lambda), sources()]);
      return judgeLimits({ setting: Number(outputs.LambdaConcurrency), account, mappings });
    },
    "request-limits": async () => {
      const { RequestsPerSecond, RequestsAtOnce } = outputs;
      const stack = { perSecond: Number(RequestsPerSecond), atOnce: Number(RequestsAtOnce) };
      return [judgeRequestLimits(stack, await accountRequestLimits(apiGateway))];
    },
    certificates: async () => {
      const arns = outputs.Certificates.split(",").filter((arn) => arn !== "-");
      return judgeCertificates(await certificateStates(arns), systemClock.now());
    },
    domains: async () => judgeDomains(await domainStates(ownDomains(outputs))),
  };
}

/** The domains of the stack's own that have to point somewhere. */
function ownDomains(outputs: StackOutputs): { name: string; target: string }[] {
  const { ApiDnsTarget, SiteDnsTarget, ConsoleDnsTarget, ApiUrl, BaseUrl, ConsoleUrl } = outputs;
  const targets = [
    [ApiUrl, ApiDnsTarget],
    [BaseUrl, SiteDnsTarget],
    [ConsoleUrl, ConsoleDnsTarget],
  ] as const;
  return targets.flatMap(([url, target]) =>
    target === undefined ? [] : [{ name: new URL(url).hostname, target }],
  );
}

export function tablesOf(outputs: StackOutputs): { name: string; tableName: string }[] {
  return tableNames.flatMap((name) => {
    const tableName = outputs[tableOutput(name)];
    return tableName === undefined ? [] : [{ name: constructOf(name), tableName }];
  });
}

/** Reads once, whoever asks. */
export function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
