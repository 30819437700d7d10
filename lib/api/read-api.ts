import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import {
  apiSurface,
  getCounter,
  getCounterHistory,
  getOpenapi,
  listCounters,
} from "../../lambdas/functions/api.ts";
import { objectives } from "../alarms/objectives.ts";
import { alarmPeriod, ServiceAlarm } from "../alarms/service-alarm.ts";
import { addSurfaceAlarms } from "../alarms/surface-alarms.ts";
import type { Configuration } from "../configuration.ts";
import { concurrencyOf } from "../platform/concurrency.ts";
import { HttpSurface } from "../platform/http-surface.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";

export interface ReadApiProps {
  configuration: Configuration;
  /** The URL of the site, which the API description names, and a refused key. */
  baseUrl: string;
}

/** {api_url}: the read endpoints of contract §4.1 to §4.3 and their machine-readable description. */
export class ReadApi extends Construct {
  readonly url: string;
  readonly surface: HttpSurface;

  constructor(scope: Construct, id: string, { configuration, baseUrl }: ReadApiProps) {
    super(scope, id);
    const surface = new HttpSurface(this, "Surface", {
      configuration,
      surface: apiSurface,
      domainName: configuration.apiDomainName,
      certificateArn: configuration.apiCertificateArn,
    });
    this.surface = surface;
    this.url = surface.url;
    const { apiKeys, counters, countEvents, rateLimits } = tablesOf(this);
    const keyed = {
      KEY_BRAND: configuration.keyBrand,
      BASE_URL: baseUrl,
    };

    // Nothing else, such as webhooks, may take all of the account's concurrency from them.
    const reserved = { reservedConcurrency: concurrencyOf(configuration).apiReservation };
    const list = surface.serve(listCounters, keyed, reserved);
    list.grant(apiKeys.tableArn, "dynamodb:UpdateItem");
    list.grant(counters.tableArn, "dynamodb:Query");
    list.grant(rateLimits.tableArn, "dynamodb:UpdateItem");

    const get = surface.serve(getCounter, keyed, reserved);
    get.grant(apiKeys.tableArn, "dynamodb:UpdateItem");
    get.grant(counters.tableArn, "dynamodb:GetItem");

    const history = surface.serve(getCounterHistory, keyed, reserved);
    history.grant(apiKeys.tableArn, "dynamodb:UpdateItem");
    history.grant(counters.tableArn, "dynamodb:GetItem");
    history.grant(countEvents.tableArn, "dynamodb:Query");

    const openapi = surface.serve(getOpenapi, { API_URL: surface.url, BASE_URL: baseUrl });
    const refuse = surface.refuseAllElse();

    this.alarms(configuration, surface, [list, get, history, openapi, refuse]);
  }

  private alarms(
    configuration: Configuration,
    surface: HttpSurface,
    functions: ServiceFunction<never>[],
  ): void {
    addSurfaceAlarms(this, {
      configuration,
      surface,
      objective: objectives.readApi,
      errors: {
        impact: "Integrators get errors from the read API instead of their counters.",
        runbook: "Read API returns errors",
      },
      throttles: {
        functions,
        label: "Throttled invocations of the read API's functions",
        impact: "Integrators get 503 because Lambda has no capacity for their requests.",
        runbook: "Read API is throttled",
      },
      limit: {
        metricName: "ThrottledApiRequests",
        impact: "Integrators get 429 within their own limits, because the API's limit is reached.",
        runbook: "Read API reaches its request limit",
      },
    });
    new ServiceAlarm(this, "Latency", {
      configuration,
      metric: surface.httpApi.metricLatency({
        period: alarmPeriod,
        statistic: Stats.percentile(99),
      }),
      above: 3_000,
      periods: 5,
      impact: "Integrators wait more than three seconds for one in a hundred requests.",
      runbook: "Read API is slow",
    });
  }
}
