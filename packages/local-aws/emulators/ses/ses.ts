import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type AccessControl, jsonDenials } from "../../iam/access-control.ts";
import { accessKeyIn } from "../../iam/access-keys.ts";
import { sesRequests } from "../../iam/requests/rest-requests.ts";
import { type EmulatorRequest, type EmulatorResponse, EmulatorServer } from "../emulator-server.ts";
import type { MailStore } from "./mail-store.ts";
import { identityOf, mailOf, SendEmail } from "./send-email.ts";

interface SesOptions {
  /** Verified domains and addresses. */
  identities: readonly string[];
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

const path = "/v2/email/outbound-emails";

/** An emulator of SES's API v2, REST-JSON, and of its operations only SendEmail. */
export class Ses {
  /** False while the account's sending is paused. */
  sendingEnabled = true;
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
      return json(200, { MessageId: this.#send(request) });
    } catch (error) {
      if (error instanceof SesError) return json(error.status, { message: error.message }, error);
      const type = error instanceof z.ZodError ? "BadRequestException" : "InternalFailure";
      const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      return json(type === "InternalFailure" ? 500 : 400, { message }, { type });
    }
  }

  #send({ method, target, headers, body }: EmulatorRequest): string {
    const { identities, access, maxSendRate = 14 } = this.#options;
    if (method !== "POST" || target !== path) {
      throw new SesError(
        404,
        "NotFoundException",
        `The local SES does not know ${method} ${target}.`,
      );
    }
    if (body === "too large") throw badRequest("The message is too large.");
    const request = SendEmail.parse(parsed(body));
    const { FromEmailAddress: from } = request;
    const identity = identityOf(from, identities);
    const asked = sesRequests({ identity: identity ?? from, from });
    const denial = access?.refuse(accessKeyIn(headers.authorization), asked);
    if (denial) throw new SesError(403, jsonDenials[denial.reason], denial.message);
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
    return id;
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw badRequest("The request is not JSON.");
  }
}

const badRequest = (message: string) => new SesError(400, "BadRequestException", message);

function json(status: number, body: object, error?: { type: string }): EmulatorResponse {
  const headers = {
    "content-type": "application/json",
    ...(error && { "x-amzn-errortype": error.type }),
  };
  return { status, headers, body: JSON.stringify(body) };
}
