import * as z from "zod";
import { type AccessControl, jsonDenials } from "../iam/access-control.ts";
import { accessKeyIn } from "../iam/access-keys.ts";
import type { AccessRequest } from "../iam/evaluation.ts";
import { type EmulatorRequest, type EmulatorResponse, EmulatorServer } from "./emulator-server.ts";

/** An error of the emulated service: HTTP 400, with a type that clients know. */
export class ServiceError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/**
 * Responds to a request whose body has been parsed, once `authorize` has let it pass; throws a
 * ServiceError or a ZodError.
 */
export type Operation = (request: unknown, authorize: Authorize) => object;

type Authorize = (requests: AccessRequest[]) => void;

interface OperationOptions<Request> {
  schema: z.ZodType<Request>;
  /** What a request must be allowed. */
  access(request: Request): AccessRequest[];
  serve(request: Request): object;
}

/** An operation whose requests have this schema. */
export function operation<Request>(options: OperationOptions<Request>): Operation {
  return (given, authorize) => {
    const request = options.schema.parse(given);
    authorize(options.access(request));
    return options.serve(request);
  };
}

interface AwsJsonOptions {
  /** For people, for example `KMS`. */
  name: string;
  /** What stands before the operation in X-Amz-Target, for example `TrentService`. */
  target: string;
  maxBodyBytes: number;
  operations: Record<string, Operation>;
  /** Without it, everybody may do everything. */
  access?: AccessControl | undefined;
  /** The service's own types of errors. */
  errors: { notJson: string; invalid: string; internal: string };
}

/** The HTTP server of an emulator of a service that speaks AWS JSON 1.1. */
export class AwsJsonServer {
  readonly #options: AwsJsonOptions;
  readonly #server: EmulatorServer;

  constructor(options: AwsJsonOptions) {
    this.#options = options;
    const respond = (request: EmulatorRequest) => this.#respond(request);
    this.#server = new EmulatorServer({ maxBodyBytes: options.maxBodyBytes, respond });
  }

  /** Listens on a free port and returns its URL. */
  start(): Promise<string> {
    return this.#server.start();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #respond(request: EmulatorRequest): EmulatorResponse {
    const { invalid, internal } = this.#options.errors;
    try {
      return json(200, this.#serve(request));
    } catch (error) {
      if (error instanceof ServiceError) return failure(400, error.type, error.message);
      if (error instanceof z.ZodError) return failure(400, invalid, z.prettifyError(error));
      return failure(500, internal, String(error));
    }
  }

  #serve({ method, headers, body }: EmulatorRequest): object {
    const { name, target, operations, maxBodyBytes, errors, access } = this.#options;
    const [service, asked = ""] = String(headers["x-amz-target"] ?? "").split(".");
    const isKnown = service === target && Object.hasOwn(operations, asked);
    const serve = isKnown && method === "POST" ? operations[asked] : undefined;
    if (!serve) {
      const message = `The local ${name} does not know ${method} ${headers["x-amz-target"]}.`;
      throw new ServiceError("UnknownOperationException", message);
    }
    if (body === "too large") {
      throw new ServiceError(errors.invalid, `The request has more than ${maxBodyBytes} bytes.`);
    }
    return serve(this.#parse(body), (requests) => {
      const denial = access?.refuse(accessKeyIn(headers.authorization), requests);
      if (denial) throw new ServiceError(jsonDenials[denial.reason], denial.message);
    });
  }

  #parse(body: Buffer): unknown {
    try {
      return JSON.parse(body.toString());
    } catch {
      throw new ServiceError(this.#options.errors.notJson, "The request is not JSON.");
    }
  }
}

function failure(status: number, type: string, message: string): EmulatorResponse {
  return json(status, { __type: type, message });
}

function json(status: number, body: object): EmulatorResponse {
  const headers = { "content-type": "application/x-amz-json-1.1" };
  return { status, headers, body: JSON.stringify(body) };
}
