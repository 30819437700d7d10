import { createServer, type IncomingHttpHeaders, type RequestListener, request } from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { CdnServer } from "../../cdn/cdn-server.ts";
import { readDistributions } from "../../cdn/distribution.ts";
import { listen } from "../../loopback-server.ts";
import type { RuntimeEvent } from "../../runtime-event.ts";
import { secretArn } from "../../template/arns.ts";
import { Stack } from "../../template/stack.ts";
import { Template } from "../../template/template.ts";

/** A request as the origin got it. */
export interface Arrived {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A response as a viewer gets it, not decoded. */
export interface Seen {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export const managed = {
  cachingDisabled: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
  cachingOptimized: "658327ea-f89d-4fab-a63d-7e88639e58f6",
  allViewer: "216adef6-5c7f-47e4-b989-5492eafa07d3",
  allViewerExceptHost: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
  simpleCors: "60669652-455b-4ae9-85a4-c4c02393f86c",
  securityHeaders: "67f7725c-6f97-4210-82d7-5512b31e9d03",
};

const behavior = {
  TargetOriginId: "api",
  CachePolicyId: managed.cachingDisabled,
  ViewerProtocolPolicy: "redirect-to-https",
  AllowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"],
};

/** A template with one HTTP API and a distribution in front of it. */
export function cdnTemplate(
  { defaults = {}, paths = {}, errors = [], origin = {}, config = {} }: CdnSettings = {},
  others: Record<string, unknown> = {},
): object {
  const host = { "Fn::Select": [2, { "Fn::Split": ["/", { "Fn::GetAtt": "Api.ApiEndpoint" }] }] };
  const DistributionConfig = {
    Enabled: true,
    HttpVersion: "http2",
    Origins: [
      {
        Id: "api",
        DomainName: host,
        CustomOriginConfig: { OriginProtocolPolicy: "https-only" },
        ...origin,
      },
    ],
    DefaultCacheBehavior: { ...behavior, ...defaults },
    CacheBehaviors: Object.entries(paths).map(([PathPattern, settings]) => {
      return { ...behavior, ...settings, PathPattern };
    }),
    CustomErrorResponses: errors,
    ...config,
  };
  return {
    Resources: {
      Api: { Type: "AWS::ApiGatewayV2::Api" },
      Cdn: { Type: "AWS::CloudFront::Distribution", Properties: { DistributionConfig } },
      ...others,
    },
  };
}

export interface CdnSettings {
  defaults?: object;
  paths?: Record<string, object>;
  errors?: object[];
  origin?: object;
  config?: object;
}

/** Reads the distribution of a template whose HTTP API has this URL. */
export function distributionOf(template: object, apiUrl = "http://localhost:1") {
  const urls = { sqs: "", apiUrl: () => apiUrl, cdnUrl: () => "" };
  const stack = new Stack("cdn", Template.parse(template), urls);
  const secrets = [{ arn: secretArn("Proof"), name: "Proof", value: "the-secret" }];
  const [distribution] = readDistributions(stack, { apiUrls: [apiUrl], secrets });
  if (distribution === undefined) throw new Error("the template has no distribution");
  return distribution;
}

/** A CDN as the template says, in front of a server that the test speaks for. */
export async function startCdn(
  template: object,
  respond: RequestListener = (_, response) => response.end("{}"),
) {
  const arrived: Arrived[] = [];
  const events: RuntimeEvent[] = [];
  const origin = createServer(async (message, response) => {
    const { method = "", url = "", headers } = message;
    arrived.push({ method, url, headers, body: await text(message) });
    respond(message, response);
  });
  const apiUrl = `http://localhost:${await listen(origin, 0, "localhost")}`;
  const cdn = new CdnServer("the CDN", (event) => events.push(event));
  await cdn.bind(0);
  cdn.serve(distributionOf(template, apiUrl));
  const { port } = new URL(cdn.url);
  return {
    url: cdn.url,
    arrived,
    events,
    /** Sends a request as it is told to, without headers of its own. */
    async ask(
      path: string,
      sent: { method?: string; headers?: object; body?: string } = {},
    ): Promise<Seen> {
      const { method = "GET", headers = {}, body } = sent;
      const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
      const response = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
        const all = { ...length, ...headers };
        request({ port, host: "127.0.0.1", path, method, headers: all }, resolve)
          .on("error", reject)
          .end(body);
      });
      const { statusCode = 0, headers: received } = response;
      return { status: statusCode, headers: received, body: await buffer(response) };
    },
    /** Sends bytes as they are; returns the raw response. */
    async raw(bytes: string): Promise<string> {
      const socket = connect(Number(port), "127.0.0.1");
      socket.write(bytes);
      return text(socket);
    },
    async [Symbol.asyncDispose]() {
      await cdn.close();
      origin.closeAllConnections();
      origin.close();
    },
  };
}
