import { ACMClient, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import type { CertificateFacts } from "../../core/operations/certificates.ts";
import { callLimits } from "../aws/dynamodb-client.ts";

/** Reads certificates by their ARNs, each in its own region: those of CDNs are in us-east-1. */
export async function certificateStates(arns: string[]): Promise<CertificateFacts[]> {
  return await Promise.all([...new Set(arns)].map(certificateState));
}

async function certificateState(arn: string): Promise<CertificateFacts> {
  const [, , , region = ""] = arn.split(":");
  const client = new ACMClient({ ...callLimits, region });
  try {
    const { Certificate } = await client.send(
      new DescribeCertificateCommand({ CertificateArn: arn }),
    );
    return {
      domain: Certificate?.DomainName ?? arn,
      status: Certificate?.Status ?? "unknown",
      notAfter: Certificate?.NotAfter?.toISOString(),
      renews: Certificate?.RenewalEligibility === "ELIGIBLE",
      renewal: Certificate?.RenewalSummary?.RenewalStatus,
    };
  } finally {
    client.destroy();
  }
}
