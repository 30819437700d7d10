import * as z from "zod";
import { settingDescriptions } from "./setting-descriptions.ts";
import {
  AddressRange,
  Arn,
  CompleteSecretArn,
  cdnCertificate,
  domainName,
  Issuer,
  List,
  lowerCaseName,
  requestsPerSecond,
  retentionDays,
  TrueOrFalse,
  topic,
  wholeNumber,
} from "./setting-values.ts";

const stack = {
  stage: lowerCaseName(20).register(settingDescriptions, {
    values: "up to 20 of `a-z`, `0-9` and `-`",
    meaning:
      "Names the deployment. `local` and names that begin with `dev` or `test` are ephemeral: " +
      "their data are deleted with the stack. All others keep their data, with point-in-time recovery.",
  }),
  serviceName: lowerCaseName(40).register(settingDescriptions, {
    values: "up to 40 of `a-z`, `0-9` and `-`",
    meaning: "The first part of the stack's name, and the service name in logs and metrics.",
  }),
  keyBrand: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,9}$/, "must be 1 to 10 of a-z and 0-9")
    .register(settingDescriptions, {
      values: "up to 10 of `a-z` and `0-9`",
      meaning:
        "API keys begin with `<keyBrand>_live_`. A later change makes every existing key invalid.",
    }),
  protectData: TrueOrFalse.default(false).register(settingDescriptions, {
    meaning:
      "Protects tables, user pool and stack from deletion. Set it " +
      "[after the first deployment](deploy.md#after-the-first-deployment).",
  }),
  deployment: z
    .enum(["gradual", "allAtOnce"], "must be gradual or allAtOnce")
    .optional()
    .register(settingDescriptions, {
      default: "`gradual`; in ephemeral stages, and below 100 of `lambdaConcurrency`, `allAtOnce`",
      meaning:
        "How functions move to a [new version](upgrade.md#upgrade): by CodeDeploy, which gives it a " +
        "tenth of the invocations first, or by CloudFormation.",
    }),
  logRetentionDays: z.coerce
    .number("must be a number of days")
    .refine((days) => retentionDays.includes(days), `must be one of ${retentionDays.join(", ")}`)
    .register(settingDescriptions, {
      values: `days: ${retentionDays.join(", ")}`,
      meaning: "How long all log groups keep their entries.",
    }),
};

const domains = {
  homeEmbed: z
    .string()
    .regex(/^emb_[0-9A-Za-z]{24}$/, "must be the id of an embed: emb_ and 24 letters and digits")
    .optional()
    .register(settingDescriptions, {
      values: "the id of an embed, `emb_…`",
      default: "none: a drawing",
      meaning: "The embed that the site's home page shows live; once revoked, its frame is empty.",
    }),
  apiDomainName: domainName(
    "Your own domain for the read API. Point it to the output `ApiDnsTarget`.",
  ),
  apiCertificateArn: Arn("acm").optional().register(settingDescriptions, {
    values: "an ARN of ACM, in the stack's region",
    meaning: "Its certificate.",
  }),
  siteDomainName: domainName(
    "Your own domain for the site. Point it to the output `SiteDnsTarget`.",
  ),
  siteCertificateArn: cdnCertificate(),
  consoleDomainName: domainName(
    "Your own domain for the console. Point it to the output `ConsoleDnsTarget`. Choose it before " +
      "people sign in: their sessions, invitation links, gate links and the taps that wait on " +
      "their phones belong to the name.",
  ),
  consoleCertificateArn: cdnCertificate(),
};

const signingIn = {
  oidcIssuer: Issuer.optional().register(settingDescriptions, {
    values: "a URL that begins with `https://`",
    meaning:
      "[Your own identity provider](deploy.md#your-own-identity-provider). Without it, the stack " +
      "creates a Cognito user pool.",
  }),
  oidcClientId: z.string().min(1).max(255).optional().register(settingDescriptions, {
    values: "up to 255 characters",
    meaning: "The service's client id at that provider.",
  }),
  oidcClientSecretArn: CompleteSecretArn.optional().register(settingDescriptions, {
    values: "a complete ARN of Secrets Manager",
    meaning: "The secret that holds the client's secret.",
  }),
};

const mail = {
  sesIdentityArn: Arn("ses")
    .regex(/:identity\/.+$/, "must be the ARN of an identity")
    .optional()
    .register(settingDescriptions, {
      values: "an ARN of SES",
      meaning:
        "The SES identity (a domain or an address) that sends the user pool's mail. Without it, " +
        "Cognito sends some 50 messages a day, and people cannot sign in with a code by mail.",
    }),
  mailFrom: z
    .email("must be an address, for example counts@example.com")
    .optional()
    .register(settingDescriptions, {
      values: "an address of `sesIdentityArn`",
      meaning:
        "The sender of mail. Without it, people hear of alerts and endpoints in the console only.",
    }),
  invitationMailsPerDay: wholeNumber("mails", 1).default(500).register(settingDescriptions, {
    meaning:
      "Invitations and test mails in a day, of all organizations; each can send 50, 3 of them to one address.",
  }),
};

const capacity = {
  lambdaConcurrency: wholeNumber("concurrent executions", 10)
    .default(10)
    .register(settingDescriptions, {
      meaning:
        "The account's limit of concurrent executions in this region, which webhooks and the read " +
        "API [share](deploy.md#concurrency). A new account can have 10.",
    }),
  apiRequestsPerSecond: requestsPerSecond(
    "How many [requests a second](limits.md#requests-a-second) the read API accepts.",
  ),
  siteRequestsPerSecond: requestsPerSecond(
    "How many requests a second the site accepts from its CDN. Each watched embed " +
      "costs up to 1 for each regional cache ([costs](costs.md#how-many-embeds-can-be-watched)).",
  ),
  consoleRequestsPerSecond: requestsPerSecond("How many requests a second the console accepts."),
  warmTapsPerSecond: z.coerce
    .number("must be a number of taps from 2001 to 20000")
    .int()
    .min(2_001, "must be more than the 2000 that new tables take")
    .max(20_000, "must be at most 20000: each tap writes 2 units, and a table's quota is 40000")
    .optional()
    .register(settingDescriptions, {
      meaning:
        "Taps a second that all counters together accept [without a warm-up](limits.md#how-fast-tables-warm-up). " +
        "From 10,000 on, reads stay at 40,000 units, the quota of a table. " +
        "DynamoDB charges for it once. It cannot be lowered again.",
    }),
};

const alarms = {
  canary: TrueOrFalse.optional().register(settingDescriptions, {
    default: "`true`; in ephemeral stages `false`",
    meaning:
      "The stack counts once a minute on a counter of its own, reads it and receives its webhook; " +
      "an alarm fires when that fails or stops. See [The canary](deploy.md#the-canary).",
  }),
  alarmTopicArn: topic(
    "The topic for [alarms](deploy.md#alarms), each with its impact and a heading of the [runbook](runbook.md).",
  ),
  ticketTopicArn: topic(
    "A second topic, for the alarms that [can wait until the next working day](alarms.md#pages-and-tickets). " +
      "Without it, `alarmTopicArn` receives these, too.",
  ),
  monthlyBudgetDollars: z.coerce
    .number("must be a number of dollars")
    .positive("must be more than 0")
    .max(1_000_000)
    .optional()
    .register(settingDescriptions, {
      values: "dollars, up to 1,000,000",
      meaning:
        "The topic of tickets is notified when the stack's costs reach 80 % of this in a month, and " +
        "when AWS expects them to exceed it. Needs `alarmTopicArn`. See [Budget](deploy.md#budget).",
    }),
  webAclArn: Arn("wafv2")
    .regex(/:us-east-1:\d*:global\//, "must be a web ACL for CloudFront (us-east-1, global)")
    .optional()
    .register(settingDescriptions, {
      values: "an ARN of AWS WAF, in us-east-1",
      meaning: "A [web ACL](deploy.md#a-web-acl) for both CDNs.",
    }),
};

const webhooks = {
  retryDelays: List.pipe(
    z
      .array(wholeNumber<string>("seconds", 0, 86_400), "must be 1 to 9 numbers")
      .min(1)
      .max(9),
  )
    .optional()
    .register(settingDescriptions, {
      values: "1 to 9 numbers of seconds, separated by commas",
      default: "the contract's: `30,120,600,3600,21600`",
      meaning:
        "Seconds before each retry of a webhook. Change for testing only; the contract fixes the default.",
    }),
  schedulerFromSeconds: wholeNumber("seconds", 1, 901).default(901).register(settingDescriptions, {
    meaning:
      "EventBridge Scheduler holds retries that wait for so many seconds or longer; SQS holds the others.",
  }),
  allowedReceiverAddresses: List.pipe(z.array(AddressRange))
    .prefault("")
    .register(settingDescriptions, {
      values: "ranges such as `10.1.0.0/16`, separated by commas",
      default: "none",
      meaning:
        "Address ranges that webhooks may be sent to although they are not public. Anyone who may " +
        "register an endpoint can then reach these addresses.",
    }),
  canaryReceiverUrl: z
    .url({ protocol: /^https$/ })
    .optional()
    .register(settingDescriptions, {
      values: "a URL that begins with `https://`",
      meaning:
        "Where the [canary](deploy.md#the-canary)'s webhooks go in place of the read API. For " +
        "testing only, on a machine without TLS.",
    }),
};

/** The settings in the order of the page that describes them. */
export const settingGroups = {
  "The stack": stack,
  Domains: domains,
  "Signing in": signingIn,
  Mail: mail,
  Capacity: capacity,
  "Alarms, costs and protection": alarms,
  Webhooks: webhooks,
};

/** What a deployment can set, in cdk.json under "context" or with `-c name=value`. */
export const Settings = z.object({
  ...stack,
  ...domains,
  ...signingIn,
  ...mail,
  ...capacity,
  ...alarms,
  ...webhooks,
});
