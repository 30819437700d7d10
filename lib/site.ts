import { Construct } from "constructs";
import { refuseSiteRequest } from "../lambdas/contract.ts";
import type { Configuration } from "./configuration.ts";
import { HttpSurface } from "./http-surface.ts";

/** {base_url}: the public site. */
export class Site extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, configuration: Configuration) {
    super(scope, id);
    const { siteDomainName, siteCertificateArn } = configuration;
    const surface = new HttpSurface(this, "Surface", {
      configuration,
      surface: "site",
      domain:
        siteDomainName && siteCertificateArn
          ? { name: siteDomainName, certificateArn: siteCertificateArn }
          : undefined,
    });
    this.url = surface.url;
    surface.serve(refuseSiteRequest, {});
  }
}
