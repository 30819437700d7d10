import * as z from "zod";

/** Printable ASCII; "MessageHeader" in the API reference of SES v2. */
const Header = z.strictObject({
  Name: z.string().regex(/^[!-9;-@A-~]{1,126}$/),
  Value: z.string().regex(/^[ -~]{1,870}$/),
});

/** SES sets these itself, and refuses them beside simple content ("Amazon SES header fields"). */
const ownHeaders =
  /^(bcc|cc|content-disposition|content-type|date|from|message-id|mime-version|reply-to|return-path|subject|to)$/i;

/** All fields that the same page lists, List-Unsubscribe among them, appear once. */
function areUnique(headers: { Name: string }[]): boolean {
  const names = headers.map(({ Name }) => Name.toLowerCase()).filter((name) => !/^x-/.test(name));
  return new Set(names).size === names.length;
}

/** Without a character set, SES takes 7-bit ASCII. */
const Content = z
  .strictObject({ Data: z.string(), Charset: z.string().optional() })
  .refine(
    ({ Data, Charset }) => Charset?.toUpperCase() === "UTF-8" || isAscii(Data),
    "is not ASCII, and names no other Charset",
  );

const Subject = Content.refine(({ Data }) => !/\p{Cc}/u.test(Data), "has a control character");

/** An address as it stands in a header, without a name. */
const Address = z.string().regex(/^[!-;=?A-~]{1,64}@[A-Za-z0-9.-]{1,255}$/, "is no address");

const Tag = z.string().regex(/^[A-Za-z0-9_-]{1,256}$/);

/** What the local SES knows of SendEmail: one simple message. */
export const SendEmail = z.strictObject({
  FromEmailAddress: Address,
  ConfigurationSetName: z.string().min(1).max(64).optional(),
  /** "MessageTag" of the API v2: ASCII letters and digits, _ and -, at most 256 of them. */
  EmailTags: z
    .array(z.strictObject({ Name: Tag, Value: Tag }))
    .max(50)
    .default([]),
  Destination: z.strictObject({ ToAddresses: z.array(Address).min(1).max(50) }),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject,
      Body: z
        .strictObject({ Text: Content.optional(), Html: Content.optional() })
        .refine(({ Text, Html }) => Text !== undefined || Html !== undefined, "is empty"),
      Headers: z
        .array(Header.refine(({ Name }) => !ownHeaders.test(Name), "is SES's own header"))
        .max(15)
        .refine(areUnique, "has a header twice")
        .default([]),
    }),
  }),
});
export type SendEmail = z.infer<typeof SendEmail>;

/** A mail as it is kept. */
export interface StoredMail {
  id: string;
  atMs: number;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export function mailOf(id: string, atMs: number, { Content, ...request }: SendEmail): StoredMail {
  const { Subject, Body, Headers } = Content.Simple;
  return {
    ...{ id, atMs, from: request.FromEmailAddress, to: request.Destination.ToAddresses },
    ...{ subject: Subject.Data, text: Body.Text?.Data ?? "", html: Body.Html?.Data ?? "" },
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
  };
}

/**
 * The verified identity that an address belongs to: itself, or the nearest domain ("Verified identities in
 * Amazon SES"). Undefined where there is none.
 */
export function identityOf(address: string, identities: readonly string[]): string | undefined {
  const [, domain = ""] = address.toLowerCase().split("@");
  const labels = domain.split(".");
  const domains = labels.map((_, index) => labels.slice(index).join("."));
  const verified = identities.map((identity) => identity.toLowerCase());
  return [address.toLowerCase(), ...domains].find((one) => verified.includes(one));
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
