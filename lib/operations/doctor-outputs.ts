import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type Configuration, deploymentName } from "../configuration.ts";
import { maxConcurrency } from "../notices/notices.ts";
import { hookFunctionName } from "../platform/deployment-hook.ts";
import { requestLimits } from "../platform/request-limits.ts";

const PackageFile = z.object({ version: z.string() });

/** What the command line compares itself and the account with: outputs of the stack by name. */
export function doctorOutputs(configuration: Configuration): Record<string, string> {
  const file = join(import.meta.dirname, "..", "..", "package.json");
  const { version } = PackageFile.parse(JSON.parse(readFileSync(file, "utf8")));
  const { apiCertificateArn, siteCertificateArn, consoleCertificateArn } = configuration;
  const { deployment, mailFrom, sesIdentityArn, invitationMailsPerDay } = configuration;
  const certificates = [apiCertificateArn, siteCertificateArn, consoleCertificateArn].filter(
    (arn) => arn !== undefined,
  );
  const limits = (["api", "site", "console"] as const).map((name) =>
    requestLimits(configuration, name),
  );
  return {
    Version: version,
    LambdaConcurrency: String(configuration.lambdaConcurrency),
    RequestsPerSecond: String(limits.reduce((sum, { perSecond }) => sum + perSecond, 0)),
    RequestsAtOnce: String(limits.reduce((sum, { atOnce }) => sum + atOnce, 0)),
    DeploymentHook:
      deployment === "gradual" ? hookFunctionName(deploymentName(configuration)) : "-",
    KeepsData: String(!configuration.ephemeral),
    Certificates: certificates.join(",") || "-",
    ...(mailFrom !== undefined && {
      MailIdentity: identityOf(sesIdentityArn),
      MailSenders: String(maxConcurrency),
      InvitationMailsPerDay: String(invitationMailsPerDay),
    }),
  };
}

/** The domain or the address of an identity. */
function identityOf(arn = ""): string {
  return arn.slice(arn.indexOf(":identity/") + ":identity/".length);
}
