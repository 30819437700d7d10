import * as z from "zod";
import { settingDescriptions } from "./setting-descriptions.ts";

// What values of settings can be, each with the message that a wrong one gets.

export const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653,
];

export const lowerCaseName = (longest: number) =>
  z
    .string()
    .max(longest, `must have at most ${longest} characters`)
    .regex(/^[a-z][a-z0-9-]*$/, "must begin with a letter and contain only a-z, 0-9 and -");

const DomainName = z.hostname("must be a host name, for example api.example.com");
export const Arn = (service: string) =>
  z
    .string()
    .regex(new RegExp(`^arn:[\\w-]+:${service}:`), `must be an ARN of the service ${service}`);

const CertificateOfCdn = Arn("acm").regex(
  /:us-east-1:/,
  "must be in us-east-1, where CloudFront looks for certificates",
);

/** A part of the ARN would find the secret, but the function's policy would not allow it. */
export const CompleteSecretArn = Arn("secretsmanager").regex(
  /:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/,
  "must be complete: it ends with a hyphen and the six characters that AWS adds to the name",
);

/** An OpenID Connect issuer: HTTPS, except on this machine, and nothing behind its path. */
export const Issuer = z
  .url({ protocol: /^https?$/, message: "must be a URL, for example https://accounts.google.com" })
  .refine((text) => !/[?#]/.test(text), "must have neither a query nor a fragment")
  .refine((text) => {
    const url = URL.parse(text);
    const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url?.hostname ?? "");
    return url?.protocol === "https:" || isLoopback;
  }, "must begin with https://");

/** In cdk.json it may be a boolean. */
export const TrueOrFalse = z.coerce
  .string()
  .pipe(z.stringbool({ truthy: ["true"], falsy: ["false"], error: "must be true or false" }));

export const AddressRange = z.union(
  [z.cidrv4(), z.cidrv6()],
  "must be a range, such as 10.1.0.0/16",
);

export const wholeNumber = <Input = unknown>(of: string, least: number, most = 100_000) =>
  z.coerce
    .number<Input>(`must be a number of ${of} from ${least} to ${most}`)
    .int()
    .min(least)
    .max(most);

/** Three of them, with their bursts, fit what some regions let an account accept: 2,500, and 1,250 at once. */
export const requestsPerSecond = (meaning: string) =>
  wholeNumber("requests", 1).default(800).register(settingDescriptions, { meaning });

/** Values in one setting, separated by commas. */
export const List = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

export const domainName = (meaning: string) =>
  DomainName.optional().register(settingDescriptions, { values: "a host name", meaning });

export const cdnCertificate = () =>
  CertificateOfCdn.optional().register(settingDescriptions, {
    values: "an ARN of ACM, in us-east-1",
    meaning: "Its certificate. CloudFront takes certificates from us-east-1 only.",
  });

export const topic = (meaning: string) =>
  Arn("sns").optional().register(settingDescriptions, {
    values: "an ARN of SNS, in the stack's region",
    meaning,
  });
