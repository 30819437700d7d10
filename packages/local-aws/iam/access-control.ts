import type { OnEvent } from "../runtime-event.ts";
import { localAccount, roleArn } from "../template/arns.ts";
import { accessKeyOf, administratorKeys } from "./access-keys.ts";
import type { CallRecord } from "./call-record.ts";
import { contextOf } from "./condition-keys.ts";
import { type Caller, type Decision, decide, type Policies } from "./decision.ts";
import { type AccessRequest, missing } from "./evaluation.ts";

export interface AccessControlOptions {
  policies: Policies;
  functions: readonly { functionName: string; roleName: string }[];
  record?: CallRecord | undefined;
  onEvent: OnEvent;
}

/** Why a request is refused, in AWS's words. Services have names of their own for the reasons. */
export interface Denial {
  reason: "denied" | "unknown key" | "unsigned";
  message: string;
}

/** A name for each reason. */
export type DenialNames = Readonly<Record<Denial["reason"], string>>;

/** The names of services that speak JSON. */
export const jsonDenials: DenialNames = {
  denied: "AccessDeniedException",
  "unknown key": "UnrecognizedClientException",
  unsigned: "MissingAuthenticationTokenException",
};

const unknownKey: Denial = {
  reason: "unknown key",
  message: "The security token included in the request is invalid.",
};
const unsigned: Denial = { reason: "unsigned", message: "Missing Authentication Token" };

/** A caller, with the name under which it has assumed its role. */
interface Session extends Caller {
  session?: string;
}

// The emulators speak plain HTTP where AWS's endpoints have TLS.
const everyRequest = contextOf({ "aws:SecureTransport": "true" });

/** Evaluates what functions and services want to do, as IAM would; reports what it refuses. */
export class AccessControl {
  readonly #options: AccessControlOptions;
  readonly #functions: ReadonlyMap<string, Session>;

  constructor(options: AccessControlOptions) {
    this.#options = options;
    this.#functions = new Map(
      options.functions.map(({ functionName, roleName }) => [
        accessKeyOf(functionName),
        { kind: "role", name: roleName, session: functionName },
      ]),
    );
  }

  /** Refuses an access key of nobody's, and a request without one. */
  refuseStranger(accessKey: string | undefined): Denial | undefined {
    if (accessKey === undefined) return unsigned;
    const isKnown = this.#functions.has(accessKey) || administratorKeys.includes(accessKey);
    return isKnown ? undefined : unknownKey;
  }

  /** Whether an access key is a function's; the administrator may do everything. */
  isLimited(accessKey: string | undefined): accessKey is string {
    return accessKey !== undefined && this.#functions.has(accessKey);
  }

  /** The first of the requests that is refused to the owner of an access key. */
  refuse(accessKey: string | undefined, requests: readonly AccessRequest[]): Denial | undefined {
    const caller = this.#functions.get(accessKey ?? "");
    if (caller === undefined) return this.refuseStranger(accessKey);
    for (const request of requests) {
      const denial = this.#judge(caller, request);
      if (denial) return denial;
    }
    return undefined;
  }

  /** The same for a service that has assumed a role. */
  refuseRole(name: string, session: string, request: AccessRequest): Denial | undefined {
    return this.#judge({ kind: "role", name, session }, request);
  }

  /** The same for a service that asks for itself, such as an API that invokes a function. */
  refuseService(name: string, request: AccessRequest): Denial | undefined {
    return this.#judge({ kind: "service", name }, request);
  }

  /** Whether a service may assume a role, on behalf of a resource of this account. */
  refuseAssumption(service: string, roleName: string, sourceArn?: string): Denial | undefined {
    const context = contextOf({
      "aws:SourceAccount": sourceArn && localAccount,
      "aws:SourceArn": sourceArn,
    });
    const request = { action: "sts:AssumeRole", resource: roleArn(roleName), context };
    return this.refuseService(service, request);
  }

  /** Refuses a function what is not known here, whatever its role allows. */
  refuseUnknown(accessKey: string, action: string): Denial {
    const { session: caller = "a function" } = this.#functions.get(accessKey) ?? {};
    const reason = `the local runtime does not know how AWS authorizes ${action}`;
    this.#options.onEvent({ kind: "access-denied", caller, action, resource: "*", reason });
    return { reason: "denied", message: `Refused: ${reason}.` };
  }

  #judge(caller: Session, asked: AccessRequest): Denial | undefined {
    const { policies, record, onEvent } = this.#options;
    const { action, resource } = asked;
    const request = { action, resource, context: { ...everyRequest, ...asked.context } };
    const decision = decide(policies, caller, request);
    const { kind, name, session = name } = caller;
    const reason = reasonOf(decision, request);
    record?.add({ caller: { kind, name }, ...request, ...(reason && { denied: reason }) });
    if (reason === undefined) return undefined;
    onEvent({ kind: "access-denied", caller: session, action, resource, reason });
    return { reason: "denied", message: denialMessage(caller, request, decision) };
  }
}

/** What is missing; undefined when nothing is. */
function reasonOf(decision: Decision, request: AccessRequest): string | undefined {
  if (decision.effect === "allowed") return undefined;
  return decision.effect === "denied"
    ? "a statement denies it"
    : missing(request, decision.nearest);
}

/** "Troubleshoot access denied error messages" in the IAM user guide. */
function denialMessage(
  { kind, name, session }: Session,
  { action, resource }: AccessRequest,
  { effect, by }: Decision,
): string {
  const user =
    kind === "role" ? `arn:aws:sts::${localAccount}:assumed-role/${name}/${session}` : name;
  const article = by === "identity-based" ? "an" : "a";
  const why =
    effect === "denied"
      ? `with an explicit deny in ${article} ${by} policy`
      : `because no ${by} policy allows the ${action} action`;
  return `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${why}`;
}
