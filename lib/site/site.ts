import { Construct } from "constructs";
import { getSiteFile, showDocs, showHome, siteSurface } from "../../lambdas/functions/site.ts";
import { objectives } from "../alarms/objectives.ts";
import { addSurfaceAlarms } from "../alarms/surface-alarms.ts";
import type { Configuration } from "../configuration.ts";
import { serveEmbeds } from "../embeds/embeds.ts";
import { HttpSurface } from "../platform/http-surface.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { SiteDelivery } from "./site-delivery.ts";

export interface SiteProps {
  configuration: Configuration;
  /** The URLs of the read API and of the console, which the home page names. */
  apiUrl: string;
  consoleUrl: string;
  /** A reference to what the CDN sends to prove itself. */
  originSecret: string;
}

/** {base_url}: the home page, the docs, embeds of counters and their oEmbed metadata (§4.4), behind a CDN. */
export class Site extends Construct {
  readonly url: string;

  constructor(
    scope: Construct,
    id: string,
    { configuration, apiUrl, consoleUrl, originSecret }: SiteProps,
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

    const embeds = serveEmbeds(surface, this.url);
    const home = surface.serve(showHome, {
      API_URL: apiUrl,
      BASE_URL: this.url,
      CONSOLE_URL: consoleUrl,
      ...(configuration.homeEmbed !== undefined && { HOME_EMBED: configuration.homeEmbed }),
    });
    const file = surface.serve(getSiteFile, {});
    const docs = surface.serve(showDocs, {
      API_URL: apiUrl,
      BASE_URL: this.url,
      CONSOLE_URL: consoleUrl,
    });
    const refuse = surface.refuseAllElse({ CONSOLE_URL: consoleUrl });

    this.alarms(configuration, surface, [...embeds, home, docs, file, refuse]);
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
        label: "Throttled invocations behind embeds and pages of the site",
        impact:
          "Viewers see embeds that stop counting, because Lambda has no capacity for the site.",
        runbook: "Site is throttled",
      },
      limit: {
        metricName: "ThrottledSiteRequests",
        impact: "Viewers see embeds that stop counting, because the site's own limit is reached.",
        runbook: "Embeds reach the site's request limit",
      },
    });
  }
}
