import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { type AccessControl, jsonDenials } from "../../iam/access-control.ts";
import { accessKeyIn } from "../../iam/access-keys.ts";
import { roleName, scheduleRequests } from "../../iam/requests/rest-requests.ts";
import { listen } from "../../loopback-server.ts";
import { scheduleArn, scheduleGroupArn } from "../../template/arns.ts";
import { dueAtMs, ScheduleName, ScheduleRequest, schedulerService } from "./schedule.ts";
import type { ScheduleStore, StoredSchedule } from "./schedule-store.ts";

/** An error of EventBridge Scheduler. */
class SchedulerError extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** An emulator of EventBridge Scheduler's API: one-time schedules, REST-JSON, kept in a store. */
export class Scheduler {
  /** Called after a schedule was added or changed. */
  onChange: () => void = () => {};
  readonly #store: ScheduleStore;
  readonly #server: Server;
  readonly #groups = new Set(["default"]);
  readonly #access: AccessControl;

  constructor(store: ScheduleStore, access: AccessControl) {
    this.#store = store;
    this.#access = access;
    this.#server = createServer(async (request, response) => {
      const { status, body, type } = await this.#respond(request);
      response.writeHead(status, {
        "content-type": "application/json",
        ...(type && { "x-amzn-errortype": type }),
      });
      response.end(JSON.stringify(body));
    });
  }

  /** Listens on a free port and returns its URL. */
  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server, 0)}`;
  }

  /** Makes the schedule groups of the template known. */
  addGroups(names: readonly string[]): void {
    for (const name of names) this.#groups.add(name);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #respond(
    request: IncomingMessage,
  ): Promise<{ status: number; body: unknown; type?: string }> {
    try {
      return { status: 200, body: await this.#serve(request) };
    } catch (error) {
      if (error instanceof SchedulerError) {
        return { status: error.status, type: error.type, body: { Message: error.message } };
      }
      const type = "InternalServerException";
      return { status: 500, type, body: { Message: String(error) } };
    }
  }

  async #serve(request: IncomingMessage): Promise<unknown> {
    const url = new URL(request.url ?? "/", "http://scheduler");
    const [, resource, encodedName] = url.pathname.split("/");
    if (resource !== "schedules") throw notImplemented(request);
    const query = url.searchParams;
    const isList = !encodedName && request.method === "GET";
    const name = isList ? "" : valid(ScheduleName, decodeURIComponent(encodedName ?? ""));
    const asked = hasBody(request) ? await readRequest(request) : undefined;
    const group =
      asked?.GroupName ?? query.get(isList ? "ScheduleGroup" : "groupName") ?? "default";
    this.#authorize(request, { group, name, targetRole: asked?.Target.RoleArn });
    if (isList) return this.#list(query);
    if (asked)
      return request.method === "POST" ? this.#create(name, asked) : this.#update(name, asked);
    if (request.method === "GET") return described(this.#find(query.get("groupName"), name));
    return this.#delete(query.get("groupName"), name);
  }

  #authorize(
    request: IncomingMessage,
    schedule: { group: string; name: string; targetRole: string | undefined },
  ): void {
    const requests = scheduleRequests(request.method ?? "", schedule);
    if (requests === undefined) throw notImplemented(request);
    const denial = this.#access.refuse(accessKeyIn(request.headers.authorization), requests);
    if (denial) throw new SchedulerError(403, jsonDenials[denial.reason], denial.message);
  }

  #create(name: string, request: ScheduleRequest): unknown {
    const group = this.#group(request.GroupName);
    const existing = this.#store.find(group, name);
    // A client that repeats its request after a lost response gets the same response again.
    const repeated = request.ClientToken && existing?.request.ClientToken === request.ClientToken;
    if (existing && !repeated) {
      throw new SchedulerError(409, "ConflictException", `Schedule ${name} already exists.`);
    }
    if (!existing) this.#save(group, name, request, Date.now());
    return { ScheduleArn: scheduleArn(group, name) };
  }

  #update(name: string, request: ScheduleRequest): unknown {
    const { group, createdAtMs } = this.#find(request.GroupName, name);
    this.#save(group, name, request, createdAtMs);
    return { ScheduleArn: scheduleArn(group, name) };
  }

  #delete(groupName: string | null, name: string): unknown {
    const { group } = this.#find(groupName, name);
    this.#store.delete(group, name);
    return {};
  }

  #list(query: URLSearchParams): unknown {
    const group = query.get("ScheduleGroup") ?? undefined;
    const schedules = this.#store.list(group, query.get("NamePrefix") ?? "");
    return { Schedules: schedules.map(described) };
  }

  #save(group: string, name: string, request: ScheduleRequest, createdAtMs: number): void {
    const due = dueAtMs(request);
    if (typeof due === "object") throw invalid(due.problem);
    const role = roleName(request.Target.RoleArn);
    if (this.#access.refuseAssumption(schedulerService, role, scheduleGroupArn(group))) {
      throw invalid(
        "The execution role you provide must allow AWS EventBridge Scheduler to assume the role.",
      );
    }
    const modifiedAtMs = Date.now();
    this.#store.save({ group, name, dueAtMs: due, createdAtMs, modifiedAtMs, request });
    this.onChange();
  }

  #find(groupName: string | null | undefined, name: string): StoredSchedule {
    const found = this.#store.find(this.#group(groupName), name);
    if (found) return found;
    throw notFound(`Schedule ${name} does not exist.`);
  }

  #group(name: string | null | undefined): string {
    const group = name ?? "default";
    if (this.#groups.has(group)) return group;
    throw notFound(`Schedule group ${group} does not exist.`);
  }
}

const hasBody = ({ method }: IncomingMessage) => method === "POST" || method === "PUT";

async function readRequest(message: IncomingMessage): Promise<ScheduleRequest> {
  const body = await text(message);
  try {
    return valid(ScheduleRequest, JSON.parse(body));
  } catch (error) {
    throw error instanceof SyntaxError ? invalid("The request is not JSON.") : error;
  }
}

function valid<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(z.prettifyError(parsed.error));
}

const invalid = (message: string) => new SchedulerError(400, "ValidationException", message);
const notFound = (message: string) => new SchedulerError(404, "ResourceNotFoundException", message);
const notImplemented = ({ method, url }: IncomingMessage) =>
  invalid(`The local Scheduler does not know ${method} ${url}.`);

/** A schedule as the API returns it: times in epoch seconds. */
function described({ group, name, request, createdAtMs, modifiedAtMs }: StoredSchedule) {
  return {
    ...request,
    Arn: scheduleArn(group, name),
    GroupName: group,
    Name: name,
    CreationDate: createdAtMs / 1000,
    LastModificationDate: modifiedAtMs / 1000,
  };
}
