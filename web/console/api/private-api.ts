import { notifications } from "@mantine/notifications";
import type {
  PathParameters,
  PrivateMethod,
  QueryOf,
  ReplyOf,
  SentBody,
} from "../../../api/private/route.ts";
import type { PrivateRoutes } from "../../../api/private/routes.ts";
import { ask } from "../../browser/private-request.ts";
import type { Reply } from "../../browser/request.ts";
import { capitalized } from "../shell/capitalized.ts";
import { access } from "./access.ts";
import { random, sleep, sleepUnless } from "./clock.ts";
import { damaged } from "./damaged.ts";
import { lostChanges } from "./lost-changes.ts";
import { retryWhenLimited, type Wait } from "./rate-limited.ts";

interface Refusal {
  status: number | null;
  code: string | null;
  isUnknown?: boolean;
  wrong?: { field: string; reason: string };
}

/** What the private API refused, or that it could not be reached. */
export class ServiceError extends Error {
  override name = "ServiceError";
  /** Null where no response came. */
  readonly status: number | null;
  readonly code: string | null;
  /** Whether a change was sent and no response came, so that it may have been made. */
  readonly isUnknown: boolean;
  /** The field of a form that is at fault, and why. */
  readonly wrong: { field: string; reason: string } | undefined;

  constructor(message: string, { status, code, isUnknown = false, wrong }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.isUnknown = isUnknown;
    this.wrong = wrong;
  }
}

/** True where the service knows nothing under this id. */
export function isMissing(error: Error | null): boolean {
  return error instanceof ServiceError && error.status === 404;
}

type KeyOf<Method extends PrivateMethod> = Extract<keyof PrivateRoutes, `${Method} ${string}`>;

/** Reads from the private API, and waits where too much was read; throws a ServiceError. */
export async function read<Key extends KeyOf<"GET">>(
  key: Key,
  parameters: PathParameters<Key>,
  ...[query]: Optional<QueryOf<PrivateRoutes[Key]>>
): Promise<ReplyOf<PrivateRoutes[Key]>> {
  const reply = await retryWhenLimited(() => ask(key, parameters, { query }), wait);
  return bodyOf(parameters, reply);
}

/** The same where a response with this entity tag is known; undefined where nothing has changed. */
export async function readChanged<Key extends KeyOf<"GET">>(
  key: Key,
  parameters: PathParameters<Key>,
  conditional: { query: QueryOf<PrivateRoutes[Key]>; etag: string | null },
): Promise<{ body: ReplyOf<PrivateRoutes[Key]>; etag: string | null } | undefined> {
  const reply = await retryWhenLimited(() => ask(key, parameters, conditional), wait);
  if (reply.result === "unchanged") return undefined;
  return { body: bodyOf(parameters, reply), etag: reply.result === "ok" ? reply.etag : null };
}

/** Changes something over the private API; throws a ServiceError. The signal is that of `useSending`. */
export async function change<Key extends KeyOf<"POST" | "PATCH" | "DELETE">>(
  key: Key,
  parameters: PathParameters<Key>,
  ...[body, signal]: Optional<SentBody<PrivateRoutes[Key]>, AbortSignal>
): Promise<ReplyOf<PrivateRoutes[Key]>> {
  const lost = afterLoss(key, body);
  const reply = await ask(key, parameters, { body, signal, timeoutMs: 30_000 });
  return bodyOf(parameters, reply, lost);
}

/**
 * The same for one of the requests of a long run, which a person can stop: waits where too much was
 * asked, as a read does. `isStopped` is that of `useStop`.
 */
export async function changePart<Key extends KeyOf<"POST" | "PATCH" | "DELETE">>(
  isStopped: { current: boolean },
  key: Key,
  parameters: PathParameters<Key>,
  ...[body, signal]: Optional<SentBody<PrivateRoutes[Key]>, AbortSignal>
): Promise<ReplyOf<PrivateRoutes[Key]>> {
  const stopped = () => isStopped.current;
  const lost = afterLoss(key, body);
  const reply = await retryWhenLimited(
    () => ask(key, parameters, { body, signal, timeoutMs: 30_000 }),
    { ...wait, isStopped: stopped, sleep: (ms) => sleepUnless(stopped, ms) },
  );
  return bodyOf(parameters, reply, lost);
}

/** An argument that is left out where a route has none; another may follow it. */
type Optional<Argument, Following = never> = [Argument] extends [undefined]
  ? []
  : [Argument, Following?];

function hasFormId(body: unknown): boolean {
  return typeof body === "object" && body !== null && "formId" in body;
}

const wait: Wait = {
  onWait(seconds) {
    notifications.show({
      id: "too-many-requests",
      color: "yellow",
      title: "Too many requests",
      message: `Your open pages have asked for too much in one minute. They go on in ${seconds} s.`,
      autoClose: seconds * 1_000,
    });
  },
  sleep,
  random,
};

const unreachable = "The service cannot be reached. Check the network and try again.";
const onceAgain =
  "The service did not respond, and the change may have been made. Try again: what was made already is not made twice.";
const mayBeDone =
  "The service did not respond. The change may have been made: check before you try again.";

/**
 * What is said where no response comes; undefined where the browser has no network and sends nothing.
 * A POST that is sent again may make a second thing, unless it names its form.
 */
function afterLoss(key: string, body: unknown): string | undefined {
  if (navigator.onLine === false) return undefined;
  return !key.startsWith("POST ") || hasFormId(body) ? onceAgain : mayBeDone;
}

/** Without the words that are for programs. */
function sentenceOf({ message, status }: { message: string; status: number }): string {
  if (message === "") return `The service refused with ${status}.`;
  const [, own] = /^Invalid request: (.*)/s.exec(message) ?? [];
  return own === undefined ? message : capitalized(own);
}

function bodyOf<Body>(parameters: unknown, reply: Reply<Body>, lost?: string): Body {
  switch (reply.result) {
    case "ok":
      damaged.note(Object(parameters), reply.damaged);
      return reply.body;
    case "refused":
      access.noteRefusal(Object(parameters), reply);
      throw new ServiceError(sentenceOf(reply), reply);
    default:
      if (lost !== undefined) lostChanges.note();
      throw new ServiceError(lost ?? unreachable, {
        ...{ status: null, code: null },
        isUnknown: lost !== undefined,
      });
  }
}
