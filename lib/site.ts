import { Construct } from "constructs";
import { refuseSiteRequest } from "../lambdas/contract.ts";
import type { Configuration } from "./configuration.ts";
import { HttpSurface } from "./http-surface.ts";

/** {base_url}: the public site. */
export class Site extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, configuration: Configuration) {
    super(scope, id);
    const surface = new HttpSurface(this, "Surface", {
      configuration,
      surface: "site",
      domainName: configuration.siteDomainName,
      certificateArn: configuration.siteCertificateArn,
    });
    this.url = surface.url;
    surface.serve(refuseSiteRequest, {});
  }
}
