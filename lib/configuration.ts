import { RemovalPolicy } from "aws-cdk-lib";
import type { Node } from "constructs";
import { closestMatch } from "leven";
import type * as z from "zod";
import { lackingIn } from "./regions.ts";
import { Settings } from "./settings.ts";

const isEphemeral = ({ stage }: { stage: string }) => /^(local$|dev|test)/.test(stage);

/** The settings of a deployment, as the stack uses them. */
export const Configuration = Settings.refine(
  (c) => Boolean(c.apiDomainName) === Boolean(c.apiCertificateArn),
  {
    path: ["apiDomainName"],
    message: "needs apiCertificateArn, and apiCertificateArn needs apiDomainName",
  },
)
  .refine((c) => Boolean(c.siteDomainName) === Boolean(c.siteCertificateArn), {
    path: ["siteDomainName"],
    message: "needs siteCertificateArn, and siteCertificateArn needs siteDomainName",
  })
  .refine((c) => Boolean(c.consoleDomainName) === Boolean(c.consoleCertificateArn), {
    path: ["consoleDomainName"],
    message: "needs consoleCertificateArn, and consoleCertificateArn needs consoleDomainName",
  })
  .refine(
    (c) => new Set([c.oidcIssuer, c.oidcClientId, c.oidcClientSecretArn].map(Boolean)).size === 1,
    {
      path: ["oidcIssuer"],
      message: "oidcIssuer, oidcClientId and oidcClientSecretArn belong together: all or none",
    },
  )
  .refine((c) => !c.sesIdentityArn || !c.oidcIssuer || c.mailFrom, {
    path: ["sesIdentityArn"],
    message: "is for the user pool, which oidcIssuer replaces, or for mailFrom",
  })
  .refine((c) => c.mailFrom === undefined || isOfIdentity(c.mailFrom, c.sesIdentityArn), {
    path: ["mailFrom"],
    message: "must be an address of the identity that sesIdentityArn names",
  })
  .refine((c) => c.monthlyBudgetDollars === undefined || c.alarmTopicArn !== undefined, {
    path: ["monthlyBudgetDollars"],
    message: "needs alarmTopicArn, which is notified",
  })
  .refine((c) => c.ticketTopicArn === undefined || c.alarmTopicArn !== undefined, {
    path: ["ticketTopicArn"],
    message: "needs alarmTopicArn, the topic for the alarms that cannot wait",
  })
  .refine((c) => !(c.protectData && isEphemeral(c)), {
    path: ["protectData"],
    message: "is for stages that keep their data; the data of this one are deleted with it",
  })
  .transform((configuration) => ({
    ...configuration,
    canary: configuration.canary ?? !isEphemeral(configuration),
    /** Whether all data is deleted with the stack. */
    ephemeral: isEphemeral(configuration),
    deployment: configuration.deployment ?? usualDeployment(configuration),
    /**
     * What becomes of data when its resource leaves the stack. A first deployment that fails takes
     * its empty tables with it.
     */
    dataRemoval: isEphemeral(configuration)
      ? RemovalPolicy.DESTROY
      : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  }));
export type Configuration = z.output<typeof Configuration>;

/**
 * Concurrent executions from which on a deployment can be gradual: CodeDeploy's hooks run for all functions
 * at once, each together with the version that it tries.
 */
const gradualFrom = 100;

function usualDeployment({ stage, lambdaConcurrency }: z.output<typeof Settings>) {
  return isEphemeral({ stage }) || lambdaConcurrency < gradualFrom ? "allAtOnce" : "gradual";
}

/** A domain stands for its addresses and those of its subdomains ("Verified identities in Amazon SES"). */
function isOfIdentity(address: string, identityArn = ""): boolean {
  const [, identity = ""] = /:identity\/(.+)$/.exec(identityArn.toLowerCase()) ?? [];
  const [, domain = ""] = address.toLowerCase().split("@");
  const isDomain = !identity.includes("@") && identity !== "";
  if (!isDomain) return address.toLowerCase() === identity;
  return domain === identity || domain.endsWith(`.${identity}`);
}

/** A wrong setting; its message is all that the operator needs. */
export class ConfigurationError extends Error {}

/**
 * Reads the configuration from the CDK context; throws, naming each setting that is wrong. `region`
 * is where the stack goes, if it is known: what must be there is checked.
 */
export function configurationOf(node: Node, { region }: { region?: string } = {}): Configuration {
  const names = Object.keys(Settings.shape);
  // The CDK's own settings all have a colon in their names.
  const unknown = Object.keys(node.getAllContext()).filter(
    (name) => !name.includes(":") && !names.includes(name),
  );
  if (unknown.length > 0) {
    const meant = unknown.map((name) => {
      const similar = similarOf(name, names);
      return similar === undefined ? name : `${name} (did you mean ${similar}?)`;
    });
    throw new ConfigurationError(
      `Unknown configuration: ${meant.join(", ")}. There is: ${names.join(", ")}.`,
    );
  }
  const given = Object.fromEntries(names.map((name) => [name, node.tryGetContext(name)]));
  const parsed = Configuration.safeParse(given);
  const wrong = parsed.success
    ? elsewhere(parsed.data, region)
    : parsed.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  if (parsed.success && wrong.length === 0) return parsed.data;
  throw new ConfigurationError(
    `Wrong configuration (cdk.json "context", or -c name=value):\n${wrong.join("\n")}`,
  );
}

/**
 * The HTTP API's certificate, the topics of alarms and the identity of mails must be in the stack's
 * region, which must have all that the stack needs.
 */
function elsewhere(configuration: Configuration, region: string | undefined): string[] {
  if (region === undefined) return [];
  const names = [
    ...(["apiCertificateArn", "alarmTopicArn", "ticketTopicArn"] as const),
    // Cognito takes an identity of another region; the configuration set is in the stack's.
    ...(configuration.mailFrom === undefined ? [] : (["sesIdentityArn"] as const)),
  ];
  const named = names.flatMap((name) => {
    const [, , , other] = configuration[name]?.split(":") ?? [];
    const wrong = other !== undefined && other !== region;
    return wrong ? [`  ${name}: is in ${other}, but the stack is in ${region}`] : [];
  });
  return [...named, ...lackingIn(region, configuration).map((line) => `  ${line}`)];
}

/** The name that was probably meant; undefined if none is spelled much like this text. */
function similarOf(text: string, names: string[]): string | undefined {
  // A third of a name may be wrong; a short one has to be nearly right.
  const maxDistance = Math.floor(text.length / 3);
  const inLowerCase = names.map((name) => name.toLowerCase());
  const similar = closestMatch(text.toLowerCase(), inLowerCase, { maxDistance });
  return names.find((name) => name.toLowerCase() === similar);
}

/** The name of a deployment: of its stack, of its metrics' namespace, and before all else that has a name. */
export function deploymentName({
  serviceName,
  stage,
}: Pick<Configuration, "serviceName" | "stage">): string {
  return `${serviceName}-${stage}`;
}
