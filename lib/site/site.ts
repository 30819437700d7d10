import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import {
  getEmbedCount,
  getOembed,
  refuseSiteRequest,
  showEmbed,
} from "../../lambdas/functions/functions.ts";
import type { Configuration } from "../configuration.ts";
import { alarmPeriod, ServiceAlarm } from "../operations/service-alarm.ts";
import { throttledInvocations } from "../operations/throttled-invocations.ts";
import { ThrottledRequests } from "../operations/throttled-requests.ts";
import { HttpSurface } from "../platform/http-surface.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import type { Tables } from "../platform/tables.ts";
import { SiteDelivery } from "./site-delivery.ts";

export interface SiteProps {
  configuration: Configuration;
  tables: Tables;
}

/** {base_url}: live views of counters and their oEmbed metadata, contract §4.4, behind a CDN. */
export class Site extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, { configuration, tables }: SiteProps) {
    super(scope, id);
    // No domain name here: viewers come to the CDN, which asks this API under its own address.
    const surface = new HttpSurface(this, "Surface", { configuration, surface: "site" });
    this.url = new SiteDelivery(this, "Delivery", { configuration, site: surface.httpApi }).url;
    const { embedSessions, counters } = tables;
    const shared = {
      EMBED_SESSIONS_TABLE: embedSessions.tableName,
      COUNTERS_TABLE: counters.tableName,
    };

    const oembed = surface.serve(getOembed, { ...shared, BASE_URL: this.url });
    const page = surface.serve(showEmbed, { ...shared, BASE_URL: this.url });
    const count = surface.serve(getEmbedCount, shared);
    for (const reader of [oembed, page, count]) {
      reader.grant(embedSessions.tableArn, "dynamodb:GetItem");
      reader.grant(counters.tableArn, "dynamodb:GetItem");
    }
    const refuse = surface.serve(refuseSiteRequest, {});

    this.alarms(configuration, surface, [oembed, page, count, refuse]);
  }

  private alarms(
    configuration: Configuration,
    surface: HttpSurface,
    functions: ServiceFunction<never>[],
  ): void {
    new ServiceAlarm(this, "Errors", {
      configuration,
      metric: surface.httpApi.metricServerError({ period: alarmPeriod, statistic: Stats.SUM }),
      above: 0,
      periods: 3,
      impact: "Viewers see live views that stand still or do not load on other people's pages.",
      runbook: "Embeds return errors",
    });
    new ServiceAlarm(this, "Throttles", {
      configuration,
      metric: throttledInvocations("Throttled invocations of the site's functions", functions),
      above: 0,
      periods: 3,
      impact: "Viewers see live views that stand still, because Lambda has no room for them.",
      runbook: "Embeds are throttled",
    });
    const metricName = "ThrottledSiteRequests";
    const refused = new ThrottledRequests(this, "Refused", { configuration, surface, metricName });
    new ServiceAlarm(this, "Limit", {
      configuration,
      metric: refused.metric,
      above: 0,
      periods: 3,
      impact: "Viewers see live views that stand still, because the site's own limit is reached.",
      runbook: "Embeds reach the site's request limit",
    });
  }
}
