/** A request to DynamoDB on its way to the emulator. */
export interface DynamodbRequest {
  /** For example `GetItem`; operations of streams, too. */
  operation: string;
  /** Says who calls, if anybody signed the request. */
  accessKey: string | undefined;
  /** The body, parsed when it is first asked for; undefined when it is not a JSON object. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  /** The body's size. */
  bytes: number;
}

export interface DynamodbResponse {
  status: number;
  /** JSON; an error has `__type` and `message`. */
  body: object;
}

/** What DynamoDB responds to a request that it cannot read. */
export function serializationError(message: string): DynamodbResponse {
  return {
    status: 400,
    body: { __type: "com.amazon.coral.service#SerializationException", message },
  };
}

/** What a step makes of a request. Without `input` it stays as it was. */
export type StepResult =
  | { respond: DynamodbResponse }
  | {
      input?: object;
      /** Changes what DynamoDB responds; it costs more than passing the response on. */
      change?(response: DynamodbResponse): DynamodbResponse;
    };

/** Looks at each request before DynamoDB does; undefined passes it on. */
export type DynamodbStep = (request: DynamodbRequest) => StepResult | undefined;

/** What is to be done with a request once all steps have seen it. */
export interface Verdict {
  respond?: DynamodbResponse;
  /** The body to send in place of the one that came. */
  input?: object;
  changes: ((response: DynamodbResponse) => DynamodbResponse)[];
}

/** Runs the steps in order, each on what the one before made of the request. */
export function runSteps(steps: readonly DynamodbStep[], request: DynamodbRequest): Verdict {
  const verdict: Verdict = { changes: [] };
  let seen = request;
  for (const step of steps) {
    const result = step(seen);
    if (result === undefined) continue;
    if ("respond" in result) return { respond: result.respond, changes: verdict.changes };
    if (result.change) verdict.changes.unshift(result.change);
    if (result.input === undefined) continue;
    verdict.input = result.input;
    const { operation, accessKey } = request;
    const input = { ...result.input };
    seen = { operation, accessKey, input, bytes: Buffer.byteLength(JSON.stringify(input)) };
  }
  return verdict;
}
