import * as z from "zod";
import { StackOutputs } from "./stack-outputs.ts";

/** URLs of the AWS services that run on this machine. */
export const LocalServices = z.object({
  dynamodb: z.url(),
  sqs: z.url(),
  kms: z.url(),
  s3: z.url(),
  scheduler: z.url(),
  ses: z.url(),
});
export type LocalServices = z.infer<typeof LocalServices>;

/** The file of the data folder in which a running service says where it is. */
export const localServiceFile = "runtime.json";

/** The files of the data folder with the certificate for localhost, and its key. */
export const localCertificateFiles = { cert: "ca/localhost.pem", key: "ca/localhost-key.pem" };

/** The file of the data folder with the authority that the service trusts in addition to public ones. */
export const localAuthorityFile = "ca/ca.pem";

/** The contents of that file, which exists once the service is ready. */
export const LocalService = z.object({
  pid: z.int().min(1),
  outputs: StackOutputs,
  endpoints: LocalServices,
  /** The page with the mails that the service has sent; older releases have none. */
  mailboxUrl: z.string().default(""),
  /** The page with the messages to chat channels, whose webhooks are below it, with https. */
  chatUrl: z.string().default(""),
});
export type LocalService = z.infer<typeof LocalService>;
