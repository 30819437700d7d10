// Loaded into a function environment whose runtime records calls: appends a line with action and
// resource to a file for each call of the AWS SDK that this environment has not made before. It
// looks at the requests themselves, so it sees exactly what IAM would judge on AWS.
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

/** Starts to record into this file. */
export function recordCalls(file) {
  const seen = new Set();
  subscribe("http.client.request.created", ({ request }) => {
    const service = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(
      request.getHeader("authorization") ?? "",
    )?.[1];
    if (service === undefined) return;
    const chunks = [];
    for (const method of ["write", "end"]) {
      const original = request[method];
      request[method] = function (chunk, ...rest) {
        if (typeof chunk === "string" || chunk instanceof Uint8Array)
          chunks.push(Buffer.from(chunk));
        return Reflect.apply(original, this, [chunk, ...rest]);
      };
    }
    request.once("finish", () => {
      const body = Buffer.concat(chunks).toString();
      for (const call of callsOf(service, request, body)) {
        const line = `${call.action}\t${call.resource}\n`;
        if (seen.has(line)) continue;
        seen.add(line);
        appendFileSync(file, line);
      }
    });
  });
}

/** The actions and resources that IAM would have to allow for this request. */
function callsOf(service, request, body) {
  const target = String(request.getHeader("x-amz-target") ?? "");
  const operation = target.slice(target.lastIndexOf(".") + 1);
  const on = (resource, action = operation) => ({ action: `${service}:${action}`, resource });
  if (service === "s3") return [on(request.path.split("?")[0].slice(1), s3Action(request))];
  const input = body === "" ? {} : JSON.parse(body);
  if (service === "dynamodb") return dynamodbCalls(input, on);
  if (service === "sqs") return [on(lastPart(input.QueueUrl), operation.replace(/Batch$/, ""))];
  if (service === "scheduler") return schedulerCalls(request, input, on);
  if (service === "kms") return [on(input.KeyId ?? "*")];
  return [on(input.SecretId ?? "*")];
}

const writes = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
};

function dynamodbCalls(input, on) {
  if (input.RequestItems) return Object.keys(input.RequestItems).map((table) => on(table));
  if (input.TransactItems) {
    return input.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName }]) =>
        on(TableName, kind === "Get" ? "GetItem" : writes[kind]),
      ),
    );
  }
  return [on(input.IndexName ? `${input.TableName}/index/${input.IndexName}` : input.TableName)];
}

// Each schedule has a name of its own; which group it is in is what matters.
function schedulerCalls({ method }, input, on) {
  const action = { POST: "Create", PUT: "Update", GET: "Get", DELETE: "Delete" }[method];
  const passed = input.Target?.RoleArn;
  return [
    on(`${input.GroupName ?? "default"}/any`, `${action}Schedule`),
    ...(passed ? [{ action: "iam:PassRole", resource: lastPart(passed) }] : []),
  ];
}

const s3Action = ({ method, path }) =>
  method === "GET" && path.includes("list-type")
    ? "ListBucket"
    : { GET: "GetObject", PUT: "PutObject", DELETE: "DeleteObject", HEAD: "GetObject" }[method];

const lastPart = (path = "*") => path.slice(path.lastIndexOf("/") + 1);
