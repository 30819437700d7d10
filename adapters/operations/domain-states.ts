import { lookup } from "node:dns/promises";
import { ACMClient, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { allInOrder } from "../../core/all-in-order.ts";
import type { CertificateFacts } from "../../core/operations/certificates.ts";
import type { DomainFacts } from "../../core/operations/domains.ts";
import { callLimits } from "../aws/dynamodb-client.ts";

/** No record of the name exists, or none with an address. Any other failure says nothing about the name. */
const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && ["ENOTFOUND", "ENODATA"].includes(`${error.code}`);

/** Looks up domains as this machine's resolver does. */
export async function domainStates(
  domains: Pick<DomainFacts, "name" | "target">[],
): Promise<DomainFacts[]> {
  return await allInOrder(
    domains.map(async (domain) => ({ ...domain, resolves: await resolves(domain.name) })),
  );
}

async function resolves(name: string): Promise<boolean> {
  try {
    await lookup(name);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Reads certificates by their ARNs, each in its own region: those of CDNs are in us-east-1. */
export async function certificateStates(arns: string[]): Promise<CertificateFacts[]> {
  return await allInOrder([...new Set(arns)].map(certificateState));
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
