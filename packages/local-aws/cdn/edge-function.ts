import { createContext, Script } from "node:vm";
import * as z from "zod";
import type { HttpResponse } from "../http/http-response.ts";
import { StartError } from "../start-error.ts";
import type { Stack } from "../template/stack.ts";
import { nameOf, type ViewerRequest } from "./viewer-request.ts";

export const edgeFunctionType = "AWS::CloudFront::Function";

/** What a function made of a viewer's request. */
export type EdgeResult = { request: ViewerRequest } | { response: HttpResponse };

/** Runs on a viewer's request; throws where CloudFront would say that the function failed. */
export type EdgeFunction = (viewer: ViewerRequest, requestId: string) => EdgeResult;

const FunctionProperties = z.strictObject({
  Name: z.string(),
  AutoPublish: z.literal(true),
  FunctionCode: z.string(),
  FunctionConfig: z.strictObject({
    Comment: z.string().optional(),
    Runtime: z.literal("cloudfront-js-2.0"),
  }),
});

// CloudFront stops a function after about a millisecond; this only keeps the runtime from hanging.
const timeoutMs = 500;

/** The CloudFront Functions of the template, by what `FunctionARN` returns. */
export function readEdgeFunctions(stack: Stack): Map<string, EdgeFunction> {
  return new Map(
    stack.resources(edgeFunctionType).map((resource) => {
      const { FunctionCode } = stack.properties(resource, FunctionProperties);
      return [resource.logicalId, edgeFunction(resource.logicalId, FunctionCode)];
    }),
  );
}

// A function has no timers and no network: its promise settles before the call returns, or never.
const call = new Script(`(() => {
  const settled = {};
  new Promise((resolve) => resolve(handler(JSON.parse(event)))).then(JSON.stringify).then(
    (text) => { settled.text = text; },
    (error) => { settled.error = String(error); },
  );
  return settled;
})()`);

const Settled = z.object({ text: z.string().optional(), error: z.string().optional() });

function edgeFunction(logicalId: string, code: string): EdgeFunction {
  const context = createContext(
    {},
    // The time limit covers what goes on after an `await`, too.
    { codeGeneration: { strings: false, wasm: false }, microtaskMode: "afterEvaluate" },
  );
  try {
    new Script(`"use strict";\n${code}`, { filename: logicalId }).runInContext(context, {
      timeout: timeoutMs,
    });
  } catch (cause) {
    throw new StartError(`${logicalId}: its code does not run: ${String(cause)}`, { cause });
  }
  return (viewer, requestId) => {
    const request = eventRequest(viewer);
    context.event = JSON.stringify({
      version: "1.0",
      context: {
        distributionDomainName: "localhost.cloudfront.net",
        distributionId: "LOCAL",
        eventType: "viewer-request",
        requestId,
      },
      viewer: { ip: viewer.address },
      request,
    });
    const settled = Settled.parse(call.runInContext(context, { timeout: timeoutMs }));
    const { text, error = "the function's promise never settles" } = settled;
    if (text === undefined) throw new Error(error);
    // What passes unchanged keeps the order and the spelling in which the viewer sent it.
    if (text === JSON.stringify(request)) return { request: viewer };
    const result: unknown = JSON.parse(text);
    const response = GeneratedResponse.safeParse(result);
    if (response.success) return { response: response.data };
    return { request: changed(viewer, EventRequest.parse(result)) };
  };
}

const Value = z.object({ value: z.string() });
const Values = z.record(z.string(), Value.extend({ multiValue: z.array(Value).optional() }));

const EventRequest = z.object({
  method: z.string(),
  uri: z.string().startsWith("/"),
  querystring: Values,
  headers: Values,
  cookies: Values,
});

const GeneratedResponse = z
  .object({
    statusCode: z.int().min(100).max(599),
    headers: Values.default({}),
    body: z
      .union([
        z.string().transform((data) => Buffer.from(data)),
        z
          .object({ data: z.string(), encoding: z.enum(["text", "base64"]) })
          .transform(({ data, encoding }) =>
            Buffer.from(data, encoding === "text" ? "utf8" : "base64"),
          ),
      ])
      .default(Buffer.alloc(0)),
  })
  .transform(({ statusCode, headers, body }): HttpResponse => {
    const lines = pairsOf(headers).map(([name, value]) => [name, value] as const);
    return { status: statusCode, headers: Object.fromEntries(lines), body };
  });

/** "CloudFront Functions event structure". */
function eventRequest({ method, path, query, headers, cookies }: ViewerRequest) {
  const split = (pair: string): [string, string] => [
    nameOf(pair),
    pair.slice(nameOf(pair).length + 1),
  ];
  return {
    method,
    uri: path,
    querystring: valuesOf(query.split("&").filter(Boolean).map(split)),
    headers: valuesOf(headers),
    cookies: valuesOf(cookies.map(split)),
  };
}

function changed(viewer: ViewerRequest, request: z.infer<typeof EventRequest>): ViewerRequest {
  const joined = (values: z.infer<typeof Values>) =>
    pairsOf(values).map(([name, value]) => `${name}=${value}`);
  return {
    ...viewer,
    path: request.uri,
    query: joined(request.querystring).join("&"),
    headers: pairsOf(request.headers),
    cookies: joined(request.cookies),
  };
}

function valuesOf(pairs: [string, string][]): z.infer<typeof Values> {
  const grouped = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...grouped].map(([name, [first, ...more]]) => {
      const value = { value: first?.[1] ?? "" };
      const multiValue = [value, ...more.map(([, text]) => ({ value: text }))];
      return [name, more.length === 0 ? value : { ...value, multiValue }];
    }),
  );
}

function pairsOf(values: z.infer<typeof Values>): [string, string][] {
  return Object.entries(values).flatMap(([name, { value, multiValue = [{ value }] }]) =>
    multiValue.map((one): [string, string] => [name, one.value]),
  );
}
