import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type AccessControl, jsonDenials } from "../../iam/access-control.ts";
import { accessKeyIn } from "../../iam/access-keys.ts";
import type { AccessRequest } from "../../iam/evaluation.ts";
import { sesRequests } from "../../iam/requests/rest-requests.ts";
import { sesIdentityArn } from "../../template/arns.ts";
import { type EmulatorRequest, type EmulatorResponse, EmulatorServer } from "../emulator-server.ts";
import type { BusEvent } from "../events/rules.ts";
import type { ConfigurationSets } from "./configuration-sets.ts";
import { fateOf, mailEvent } from "./mail-event.ts";
import type { MailStore } from "./mail-store.ts";
import { identityOf, mailOf, SendEmail } from "./send-email.ts";

interface SesOptions {
  /** Verified domains and addresses. */
  identities: readonly string[];
  configurationSets?: ConfigurationSets;
  access?: AccessControl;
  /** Mails a second; 14 unless given, which accounts have that have left the sandbox. */
  maxSendRate?: number;
}

/** An error of SES, by its name and status. */
class SesError extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** Mails in 24 hours, of an account that has left the sandbox. */
const mailsPerDay = 50_000;

/** An emulator of SES's API v2, REST-JSON, of the operations that `#operation` names. */
export class Ses {
  /** False while the account's sending is paused. */
  sendingEnabled = true;
  /** The account's suppression list, in lower case. */
  readonly suppressed = new Set<string>();
  /** Receives what configuration sets publish. */
  publish: (event: BusEvent) => void = () => {};
  readonly #options: SesOptions;
  readonly #store: MailStore;
  readonly #server: EmulatorServer;
  #sentAtMs: number[] = [];

  constructor(store: MailStore, options: SesOptions) {
    this.#store = store;
    this.#options = options;
    // "Maximum message size", encoded: 40 MB.
    this.#server = new EmulatorServer({
      maxBodyBytes: 40 * 1024 * 1024,
      respond: (request) => this.#respond(request),
    });
  }

  /** Listens on a free port and returns its URL. */
  start(): Promise<string> {
    return this.#server.start();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #respond(request: EmulatorRequest): EmulatorResponse {
    try {
      return json(200, this.#operation(request));
    } catch (error) {
      if (error instanceof SesError) return json(error.status, { message: error.message }, error);
      const type = error instanceof z.ZodError ? "BadRequestException" : "InternalFailure";
      const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      return json(type === "InternalFailure" ? 500 : 400, { message }, { type });
    }
  }

  #operation(request: EmulatorRequest): object {
    const { method, target } = request;
    const path = decodeURIComponent(target.replace(/^\/v2\/email\//, ""));
    if (method === "POST" && path === "outbound-emails") return { MessageId: this.#send(request) };
    if (method === "GET" && path === "account") return this.#account(request);
    const [, kind, name = ""] = /^(identities|suppression\/addresses)\/([^/]+)$/.exec(path) ?? [];
    if (method === "GET" && kind === "identities") return this.#identity(request, name);
    if (method === "DELETE" && kind === "suppression/addresses") {
      return this.#unsuppress(request, name.toLowerCase());
    }
    throw notFound(`The local SES does not know ${method} ${target}.`);
  }

  #authorize({ headers }: EmulatorRequest, asked: AccessRequest[]): void {
    const denial = this.#options.access?.refuse(accessKeyIn(headers.authorization), asked);
    if (denial) throw new SesError(403, jsonDenials[denial.reason], denial.message);
  }

  #account(request: EmulatorRequest): object {
    this.#authorize(request, [{ action: "ses:GetAccount", resource: "*", context: {} }]);
    const { maxSendRate = 14 } = this.#options;
    return {
      ...{ ProductionAccessEnabled: true, SendingEnabled: this.sendingEnabled },
      EnforcementStatus: "HEALTHY",
      SendQuota: { Max24HourSend: mailsPerDay, MaxSendRate: maxSendRate, SentLast24Hours: 0 },
    };
  }

  #identity(request: EmulatorRequest, name: string): object {
    const resource = sesIdentityArn(name);
    this.#authorize(request, [{ action: "ses:GetEmailIdentity", resource, context: {} }]);
    const isVerified = this.#options.identities.includes(name.toLowerCase());
    if (!isVerified) throw notFound(`Email identity ${name} does not exist.`);
    return {
      IdentityType: name.includes("@") ? "EMAIL_ADDRESS" : "DOMAIN",
      ...{ VerifiedForSendingStatus: true, VerificationStatus: "SUCCESS" },
      DkimAttributes: { SigningEnabled: true, Status: "SUCCESS" },
    };
  }

  #unsuppress(request: EmulatorRequest, address: string): object {
    const action = "ses:DeleteSuppressedDestination";
    this.#authorize(request, [{ action, resource: "*", context: {} }]);
    if (this.suppressed.delete(address)) return {};
    throw notFound(`Email address ${address} does not exist on your suppression list.`);
  }

  #send(sent: EmulatorRequest): string {
    const { identities, configurationSets, maxSendRate = 14 } = this.#options;
    if (sent.body === "too large") throw badRequest("The message is too large.");
    const request = SendEmail.parse(parsed(sent.body));
    const { FromEmailAddress: from, ConfigurationSetName: configurationSet } = request;
    const identity = identityOf(from, identities);
    this.#authorize(sent, sesRequests({ identity: identity ?? from, from, configurationSet }));
    if (configurationSet !== undefined && !configurationSets?.has(configurationSet)) {
      throw notFound(`Configuration set <${configurationSet}> does not exist.`);
    }
    if (!this.sendingEnabled) {
      const message = "Email sending is disabled for your account.";
      throw new SesError(400, "SendingPausedException", message);
    }
    if (identity === undefined) {
      const message = `Email address is not verified. The following identities failed the check: ${from}`;
      throw new SesError(400, "MessageRejected", message);
    }
    const nowMs = Date.now();
    this.#sentAtMs = this.#sentAtMs.filter((atMs) => atMs > nowMs - 1_000);
    if (this.#sentAtMs.length >= maxSendRate) {
      throw new SesError(429, "TooManyRequestsException", "Maximum sending rate exceeded.");
    }
    this.#sentAtMs.push(nowMs);
    const id = randomUUID();
    this.#store.add(mailOf(id, nowMs, request));
    this.#meetFates(id, nowMs, request);
    return id;
  }

  /** What happens after SES has accepted a mail, which its sender learns by events only. */
  #meetFates(id: string, atMs: number, request: SendEmail): void {
    const { ConfigurationSetName: configurationSet = "", Destination } = request;
    const published = this.#options.configurationSets?.get(configurationSet);
    for (const address of Destination.ToAddresses) {
      const fate = fateOf(address, this.suppressed);
      if (fate === undefined || !published?.has(fate.kind)) continue;
      this.publish(mailEvent(fate, { id, atMs, address, configurationSet, request }));
    }
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw badRequest("The request is not JSON.");
  }
}

const notFound = (message: string) => new SesError(404, "NotFoundException", message);
const badRequest = (message: string) => new SesError(400, "BadRequestException", message);

function json(status: number, body: object, error?: { type: string }): EmulatorResponse {
  const headers = {
    "content-type": "application/json",
    ...(error && { "x-amzn-errortype": error.type }),
  };
  return { status, headers, body: JSON.stringify(body) };
}
