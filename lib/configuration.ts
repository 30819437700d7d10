import { RemovalPolicy } from "aws-cdk-lib";
import type { Node } from "constructs";
import { closestMatch } from "leven";
import * as z from "zod";

const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653,
];

const lowerCaseName = (longest: number) =>
  z
    .string()
    .max(longest, `must have at most ${longest} characters`)
    .regex(/^[a-z][a-z0-9-]*$/, "must begin with a letter and hold only a-z, 0-9 and -");

const DomainName = z.hostname("must be a host name, for example api.example.com");
const Arn = (service: string) =>
  z
    .string()
    .regex(new RegExp(`^arn:[\\w-]+:${service}:`), `must be an ARN of the service ${service}`);

const CertificateOfCdn = Arn("acm").regex(
  /:us-east-1:/,
  "must be in us-east-1, where CloudFront looks for certificates",
);

/** A part of the ARN would find the secret, but the function's policy would not allow it. */
const CompleteSecretArn = Arn("secretsmanager").regex(
  /:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/,
  "must be complete: it ends with a hyphen and the six characters that AWS adds to the name",
);

/** An OpenID Connect issuer: HTTPS, except on this machine, and nothing behind its path. */
const Issuer = z
  .url({ protocol: /^https?$/, message: "must be a URL, for example https://accounts.google.com" })
  .refine((text) => !/[?#]/.test(text), "must have neither a query nor a fragment")
  .refine(
    (text) => URL.parse(text)?.protocol === "https:" || isLoopback(URL.parse(text)?.hostname),
    "must begin with https://",
  );

const isLoopback = (hostname: string | undefined) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(hostname ?? "");

const isEphemeral = ({ stage }: { stage: string }) => /^(local$|dev|test)/.test(stage);

/** In cdk.json it may be a boolean. */
const TrueOrFalse = z.coerce
  .string()
  .pipe(z.stringbool({ truthy: ["true"], falsy: ["false"], error: "must be true or false" }));

const AddressRange = z.union([z.cidrv4(), z.cidrv6()], "must be a range, such as 10.1.0.0/16");

const RequestsPerSecond = z.coerce
  .number("must be a number of requests from 1 to 100000")
  .int()
  .min(1)
  .max(100_000)
  .default(1_000);

/** Values in one setting, separated by commas. */
const List = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

/** What a deployment chooses, in cdk.json under "context" or with `-c name=value`. */
export const Configuration = z
  .object({
    /** Names the deployment; "local" and stages that begin with "dev" or "test" are ephemeral. */
    stage: lowerCaseName(20),
    /** First part of the stack's name and the service name in logs and metrics. */
    serviceName: lowerCaseName(40),
    /** API keys begin with `<keyBrand>_live_`; changing it later invalidates every existing key. */
    keyBrand: z.string().regex(/^[a-z][a-z0-9]{0,9}$/, "must be 1 to 10 of a-z and 0-9"),
    logRetentionDays: z.coerce
      .number("must be a number of days")
      .refine((days) => retentionDays.includes(days), `must be one of ${retentionDays.join(", ")}`),
    apiDomainName: DomainName.optional(),
    apiCertificateArn: Arn("acm").optional(),
    siteDomainName: DomainName.optional(),
    siteCertificateArn: CertificateOfCdn.optional(),
    consoleDomainName: DomainName.optional(),
    consoleCertificateArn: CertificateOfCdn.optional(),
    /** Where people sign in to the console; without these the stack makes a Cognito user pool. */
    oidcIssuer: Issuer.optional(),
    oidcClientId: z.string().min(1).max(255).optional(),
    oidcClientSecretArn: CompleteSecretArn.optional(),
    /** The SES identity that sends the user pool's mail; Cognito's own sender is limited. */
    sesIdentityArn: Arn("ses")
      .regex(/:identity\/.+$/, "must be the ARN of an identity")
      .optional(),
    /** The account's limit of concurrent executions, which mappings and reservations divide. */
    lambdaConcurrency: z.coerce
      .number("must be a number of concurrent executions from 10 to 100000")
      .int()
      .min(10)
      .max(100_000)
      .default(10),
    /** Requests that each HTTP API takes; of the site's, a visible embed needs up to 1 per cache of the CDN. */
    apiRequestsPerSecond: RequestsPerSecond,
    siteRequestsPerSecond: RequestsPerSecond,
    consoleRequestsPerSecond: RequestsPerSecond,
    /** Taps that all counters together take from one second to the next; DynamoDB warms up to 2,000 by itself. */
    warmTapsPerSecond: z.coerce
      .number("must be a number of taps from 2001 to 20000")
      .int()
      .min(2_001, "must be more than the 2000 that new tables take")
      .max(20_000, "must be at most 20000, half of a table's quota of write units")
      .optional(),
    /** Seconds before each retry of a webhook. Change for testing only: the contract fixes the default. */
    retryDelays: List.pipe(
      z.array(z.coerce.number<string>().int().min(0).max(86_400)).min(1).max(9),
    ).optional(),
    /** Waits of this many seconds or more use EventBridge Scheduler; SQS can wait for 900 s. */
    schedulerFromSeconds: z.coerce.number().int().min(1).max(901).default(901),
    /** Non-public ranges, such as 127.0.0.0/8, that webhooks may be sent to. */
    allowedReceiverAddresses: List.pipe(z.array(AddressRange)).prefault(""),
    /** Whether a new version gets a tenth of the invocations first; ephemeral stages do not wait. */
    deployment: z.enum(["gradual", "allAtOnce"], "must be gradual or allAtOnce").optional(),
    /** Alarms and their ends are published here: pages, and tickets unless those have their own topic. */
    alarmTopicArn: Arn("sns").optional(),
    ticketTopicArn: Arn("sns").optional(),
    /** A web ACL of AWS WAF for both CDNs. */
    webAclArn: Arn("wafv2")
      .regex(/:us-east-1:\d*:global\//, "must be a web ACL for CloudFront (us-east-1, global)")
      .optional(),
    /** Dollars that the stack may cost in a month before the topic of tickets is notified. */
    monthlyBudgetDollars: z.coerce
      .number("must be a number of dollars")
      .positive("must be more than 0")
      .max(1_000_000)
      .optional(),
    /** Whether the stack counts every minute to see that it works; true by default where data are kept. */
    canary: TrueOrFalse.optional(),
    /** Where the canary's webhooks go, in place of the read API. For testing only: on a machine without TLS. */
    canaryReceiverUrl: z.url({ protocol: /^https$/ }).optional(),
    /** Protects tables, user pool and stack from deletion: after the first deployment succeeded. */
    protectData: TrueOrFalse.default(false),
  })
  .refine((c) => Boolean(c.apiDomainName) === Boolean(c.apiCertificateArn), {
    path: ["apiDomainName"],
    message: "needs apiCertificateArn, and apiCertificateArn needs apiDomainName",
  })
  .refine((c) => Boolean(c.siteDomainName) === Boolean(c.siteCertificateArn), {
    path: ["siteDomainName"],
    message: "needs siteCertificateArn, and siteCertificateArn needs siteDomainName",
  })
  .refine((c) => Boolean(c.consoleDomainName) === Boolean(c.consoleCertificateArn), {
    path: ["consoleDomainName"],
    message: "needs consoleCertificateArn, and consoleCertificateArn needs consoleDomainName",
  })
  .refine(
    (c) =>
      new Set([c.oidcIssuer, c.oidcClientId, c.oidcClientSecretArn].map((one) => Boolean(one)))
        .size === 1,
    {
      path: ["oidcIssuer"],
      message: "oidcIssuer, oidcClientId and oidcClientSecretArn belong together: all or none",
    },
  )
  .refine((c) => c.sesIdentityArn === undefined || c.oidcIssuer === undefined, {
    path: ["sesIdentityArn"],
    message: "is for the user pool, in whose place oidcIssuer stands",
  })
  .refine((c) => c.monthlyBudgetDollars === undefined || c.alarmTopicArn !== undefined, {
    path: ["monthlyBudgetDollars"],
    message: "needs alarmTopicArn, which hears of it",
  })
  .refine((c) => c.ticketTopicArn === undefined || c.alarmTopicArn !== undefined, {
    path: ["ticketTopicArn"],
    message: "needs alarmTopicArn, the topic for the alarms that cannot wait",
  })
  .refine((c) => !(c.protectData && isEphemeral(c)), {
    path: ["protectData"],
    message: "is for stages that keep their data; this one is deleted with all it holds",
  })
  .transform((configuration) => ({
    ...configuration,
    canary: configuration.canary ?? !isEphemeral(configuration),
    /** Whether all data is deleted with the stack. */
    ephemeral: isEphemeral(configuration),
    deployment: configuration.deployment ?? (isEphemeral(configuration) ? "allAtOnce" : "gradual"),
    /**
     * What becomes of data when its resource leaves the stack. A first deployment that fails takes
     * its empty tables with it.
     */
    dataRemoval: isEphemeral(configuration)
      ? RemovalPolicy.DESTROY
      : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  }));
export type Configuration = z.output<typeof Configuration>;

/** A wrong setting; its message is all that the operator needs. */
export class ConfigurationError extends Error {}

/**
 * Reads the configuration from the CDK context; throws, naming each setting that is wrong. `region`
 * is where the stack goes, if it is known: what must be there is checked.
 */
export function configurationOf(node: Node, { region }: { region?: string } = {}): Configuration {
  const names = Object.keys(Configuration.in.shape);
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

/** The HTTP API's certificate and the topics of alarms must be in the stack's region. */
function elsewhere(configuration: Configuration, region: string | undefined): string[] {
  if (region === undefined) return [];
  return (["apiCertificateArn", "alarmTopicArn", "ticketTopicArn"] as const).flatMap((name) => {
    const [, , , its] = configuration[name]?.split(":") ?? [];
    const wrong = its !== undefined && its !== region;
    return wrong ? [`  ${name}: is in ${its}, but the stack is in ${region}`] : [];
  });
}

/** The name that was probably meant; undefined if none is spelled much like this text. */
function similarOf(text: string, names: string[]): string | undefined {
  // A third of a name may be wrong; a short one has to be nearly right.
  const maxDistance = Math.floor(text.length / 3);
  const inLowerCase = names.map((name) => name.toLowerCase());
  const similar = closestMatch(text.toLowerCase(), inLowerCase, { maxDistance });
  return names.find((name) => name.toLowerCase() === similar);
}
