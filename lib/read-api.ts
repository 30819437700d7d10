import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import {
  getCounter,
  getCounterHistory,
  getOpenapi,
  listCounters,
  refuseApiRequest,
} from "../lambdas/contract.ts";
import type { Configuration } from "./configuration.ts";
import { HttpSurface } from "./http-surface.ts";
import { alarmPeriod, ServiceAlarm } from "./service-alarm.ts";
import type { ServiceFunction } from "./service-function.ts";
import type { Tables } from "./tables.ts";
import { throttledInvocations } from "./throttled-invocations.ts";

export interface ReadApiProps {
  configuration: Configuration;
  tables: Tables;
  /** The address of the site, which the description names, too. */
  baseUrl: string;
}

/** {api_url}: the read endpoints of contract §4.1 to §4.3 and their machine-readable description. */
export class ReadApi extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, { configuration, tables, baseUrl }: ReadApiProps) {
    super(scope, id);
    const surface = new HttpSurface(this, "Surface", {
      configuration,
      surface: "api",
      domainName: configuration.apiDomainName,
      certificateArn: configuration.apiCertificateArn,
    });
    this.url = surface.url;
    const { apiKeys, counters, countEvents } = tables;
    const keyed = {
      KEY_BRAND: configuration.keyBrand,
      API_KEYS_TABLE: apiKeys.tableName,
      COUNTERS_TABLE: counters.tableName,
    };

    const list = surface.serve(listCounters, keyed);
    list.mayUse(apiKeys.tableArn, "dynamodb:UpdateItem");
    list.mayUse(counters.tableArn, "dynamodb:Query");

    const get = surface.serve(getCounter, keyed);
    get.mayUse(apiKeys.tableArn, "dynamodb:UpdateItem");
    get.mayUse(counters.tableArn, "dynamodb:GetItem");

    const history = surface.serve(getCounterHistory, {
      ...keyed,
      COUNT_EVENTS_TABLE: countEvents.tableName,
    });
    history.mayUse(apiKeys.tableArn, "dynamodb:UpdateItem");
    history.mayUse(counters.tableArn, "dynamodb:GetItem");
    history.mayUse(countEvents.tableArn, "dynamodb:Query");

    const openapi = surface.serve(getOpenapi, { API_URL: surface.url, BASE_URL: baseUrl });
    const refuse = surface.serve(refuseApiRequest, {});

    this.alarms(configuration, surface, [list, get, history, openapi, refuse]);
  }

  private alarms(
    configuration: Configuration,
    { httpApi }: HttpSurface,
    functions: ServiceFunction<never>[],
  ): void {
    new ServiceAlarm(this, "Errors", {
      configuration,
      metric: httpApi.metricServerError({ period: alarmPeriod, statistic: Stats.SUM }),
      above: 0,
      periods: 3,
      whoIsHurt: "Integrators get errors from the read API instead of their counters.",
      runbook: "Read API returns errors",
    });
    new ServiceAlarm(this, "Latency", {
      configuration,
      metric: httpApi.metricLatency({ period: alarmPeriod, statistic: Stats.percentile(99) }),
      above: 3_000,
      periods: 5,
      whoIsHurt: "Integrators wait more than three seconds for one in a hundred requests.",
      runbook: "Read API is slow",
    });
    new ServiceAlarm(this, "Throttles", {
      configuration,
      metric: throttledInvocations("Throttled invocations of the read API's functions", functions),
      above: 0,
      periods: 3,
      whoIsHurt: "Integrators get 503 because Lambda has no room for their requests.",
      runbook: "Read API is throttled",
    });
  }
}
