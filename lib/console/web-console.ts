import { Construct } from "constructs";
import { consoleSurface, getConsoleFile, showConsole } from "../../lambdas/functions/console.ts";
import { serveAlerts } from "../alerts/manage-alerts.ts";
import { serveCharts } from "../charts/show-charts.ts";
import type { Configuration } from "../configuration.ts";
import { serveCounters } from "../counters/manage-counters.ts";
import { serveCounting } from "../counting/count-taps.ts";
import { serveDeletion } from "../data/delete-organization.ts";
import { serveKeys } from "../keys/manage-keys.ts";
import { serveOrganization } from "../organizations/manage-organization.ts";
import { serveOverview } from "../overview/show-overview.ts";
import { HttpSurface } from "../platform/http-surface.ts";
import { PrivateApi } from "../platform/private-api.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { serveSignIn } from "../sessions/manage-sessions.ts";
import { serveWebhooks } from "../webhooks/manage-webhooks.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { ConsoleAlarms } from "./console-alarms.ts";
import { ConsoleDelivery } from "./console-delivery.ts";

export interface WebConsoleProps {
  configuration: Configuration;
  webhooks: Webhooks;
  /** Where embeds are. */
  baseUrl: string;
  /** What API keys open. */
  apiUrl: string;
  /** What signs the links that switch mails off; absent where nobody gets mail. */
  unsubscribeSecretArn?: string;
}

/** {console_url}: where people sign in and count, behind a CDN and on an origin of its own. */
export class WebConsole extends Construct {
  readonly url: string;
  /** Where people sign in. */
  readonly issuer: string;
  /** Where members are invited. */
  readonly organization: ServiceFunction<never>;
  /** A reference to what both CDNs send to prove themselves. */
  readonly originSecret: string;

  constructor(scope: Construct, id: string, props: WebConsoleProps) {
    super(scope, id);
    const { configuration, baseUrl, apiUrl, unsubscribeSecretArn } = props;
    // No domain name here: viewers use the CDN, which forwards to this API's own URL.
    const surface = new HttpSurface(this, "Surface", { configuration, surface: consoleSurface });
    const { httpApi } = surface;
    const delivery = new ConsoleDelivery(this, "Delivery", { configuration, httpApi });
    this.url = delivery.url;
    this.originSecret = delivery.originSecret.secretValue.unsafeUnwrap();
    if (configuration.webAclArn !== undefined) {
      surface.requireOrigin({ cdn: delivery, secret: this.originSecret });
    }

    // A page and its files are of one build.
    const shown = {
      BASE_URL: baseUrl,
      ...(unsubscribeSecretArn && { SENDS_MAIL: "true" as const }),
    };
    const page = surface.serve(showConsole, shown, { allAtOnce: true });
    const file = surface.serve(getConsoleFile, {}, { allAtOnce: true });
    const api = new PrivateApi({
      surface,
      consoleUrl: this.url,
      originSecretArn: delivery.originSecret.secretArn,
    });
    this.issuer = serveSignIn(this, api, configuration);
    serveCounting(api);
    const toCount = [...api.functions];
    this.organization = serveOrganization(api, unsubscribeSecretArn);
    serveDeletion(api);
    serveCounters(api, { baseUrl });
    serveKeys(api, { apiUrl, keyBrand: configuration.keyBrand });
    serveAlerts(api);
    serveCharts(api);
    serveOverview(api);
    serveWebhooks(api, { webhooks: props.webhooks, configuration, apiUrl, baseUrl });
    const refuse = surface.refuseAllElse();
    // A new page asks for what only the new versions may know.
    file.deployAfter(api.functions);
    page.deployAfter([file]);

    const counting = [page, file, ...toCount, refuse];
    const managing = api.functions.filter((served) => !toCount.includes(served));
    new ConsoleAlarms(this, "Alarms", { configuration, surface, counting, managing });
  }
}
