/**
 * The condition keys that requests have here, and how many values each has. Any other key would be
 * missing from every request, and would not mean what it means on AWS.
 */
const keys: ReadonlyMap<string, "one" | "many"> = new Map(
  Object.entries({
    "aws:SecureTransport": "one",
    "aws:SourceAccount": "one",
    "aws:SourceArn": "one",
    "dynamodb:Attributes": "many",
    "dynamodb:EnclosingOperation": "one",
    "dynamodb:LeadingKeys": "many",
    "dynamodb:ReturnConsumedCapacity": "one",
    "dynamodb:ReturnValues": "one",
    "dynamodb:Select": "one",
    "iam:PassedToService": "one",
    "kms:EncryptionContextKeys": "many",
    "ses:FromAddress": "one",
  } as const).map(([key, values]) => [key.toLowerCase(), values]),
);

const encryptionContext = "kms:encryptioncontext:";

export function isKnownKey(key: string): boolean {
  const name = key.toLowerCase();
  return keys.has(name) || name.startsWith(encryptionContext);
}

export const isMultivalued = (key: string) => keys.get(key.toLowerCase()) === "many";

/** The values that a request has for condition keys; names are in lower case. */
export type Context = Readonly<Record<string, readonly string[]>>;

/** A context of these values; a key without a value is missing. */
export function contextOf(values: Record<string, string | readonly string[] | undefined>): Context {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key.toLowerCase(), [value].flat()]],
    ),
  );
}
