import * as z from "zod";

export const lowerCaseName = (longest: number) =>
  z
    .string()
    .max(longest, `must have at most ${longest} characters`)
    .regex(/^[a-z][a-z0-9-]*$/, "must begin with a letter and contain only a-z, 0-9 and -");

export const DomainName = z.hostname("must be a host name, for example api.example.com");
export const Arn = (service: string) =>
  z
    .string()
    .regex(new RegExp(`^arn:[\\w-]+:${service}:`), `must be an ARN of the service ${service}`);

export const CertificateOfCdn = Arn("acm").regex(
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

export const wholeNumber = (of: string, least: number) =>
  z.coerce
    .number(`must be a number of ${of} from ${least} to 100000`)
    .int()
    .min(least)
    .max(100_000);

/** Values in one setting, separated by commas. */
export const List = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);
