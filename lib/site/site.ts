import { Construct } from "constructs";
import {
  getEmbedCount,
  getOembed,
  getSiteFile,
  showEmbed,
  showHome,
  siteSurface,
} from "../../lambdas/functions/site.ts";
import type { Configuration } from "../configuration.ts";
import { objectives } from "../operations/objectives.ts";
import { addSurfaceAlarms } from "../operations/surface-alarms.ts";
import { grantReading } from "../platform/attribute-conditions.ts";
import { HttpSurface } from "../platform/http-surface.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import type { Tables } from "../platform/tables.ts";
import { SiteDelivery } from "./site-delivery.ts";

export interface SiteProps {
  configuration: Configuration;
  tables: Tables;
  /** The URLs of the read API and of the console, which the home page names. */
  apiUrl: string;
  consoleUrl: string;
  /** A reference to what the CDN sends to prove itself. */
  originSecret: string;
}

/** {base_url}: the home page, embeds of counters and their oEmbed metadata (§4.4), behind a CDN. */
export class Site extends Construct {
  readonly url: string;

  constructor(
    scope: Construct,
    id: string,
    { configuration, tables, apiUrl, consoleUrl, originSecret }: SiteProps,
  ) {
    super(scope, id);
    // No domain name here: viewers use the CDN, which forwards to this API's own URL.
    const surface = new HttpSurface(this, "Surface", { configuration, surface: siteSurface });
    const site = surface.httpApi;
    const delivery = new SiteDelivery(this, "Delivery", { configuration, site, originSecret });
    this.url = delivery.url;
    if (configuration.webAclArn !== undefined) {
      surface.requireOrigin({ cdn: delivery, secret: originSecret });
    }
    const { organizations, embedSessions, counters } = tables;

    const oembed = surface.serve(getOembed, { BASE_URL: this.url });
    const page = surface.serve(showEmbed, { BASE_URL: this.url });
    const count = surface.serve(getEmbedCount, {});
    for (const reader of [oembed, page, count]) {
      reader.grant(embedSessions.tableArn, "dynamodb:GetItem");
      reader.grant(counters.tableArn, "dynamodb:GetItem");
      // Only that the organization exists: the item also has the hashes of its API keys.
      grantReading(reader, organizations.tableArn, ["name"]);
    }
    const home = surface.serve(showHome, {
      API_URL: apiUrl,
      BASE_URL: this.url,
      CONSOLE_URL: consoleUrl,
    });
    const file = surface.serve(getSiteFile, {});
    const refuse = surface.refuseAllElse();

    this.alarms(configuration, surface, [oembed, page, count, home, file, refuse]);
  }

  private alarms(
    configuration: Configuration,
    surface: HttpSurface,
    functions: ServiceFunction<never>[],
  ): void {
    addSurfaceAlarms(this, {
      configuration,
      surface,
      objective: objectives.site,
      errors: {
        impact: "Viewers see embeds that stop counting or do not load on other people's pages.",
        runbook: "Embeds return errors",
      },
      throttles: {
        functions,
        label: "Throttled invocations of the site's functions",
        impact: "Viewers see embeds that stop counting, because Lambda has no capacity for them.",
        runbook: "Embeds are throttled",
      },
      limit: {
        metricName: "ThrottledSiteRequests",
        impact: "Viewers see embeds that stop counting, because the site's own limit is reached.",
        runbook: "Embeds reach the site's request limit",
      },
    });
  }
}
