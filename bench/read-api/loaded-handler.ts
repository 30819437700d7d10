import { pathToFileURL } from "node:url";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";

/** The handler of a built function, for responses that are not compressed. */
export type LoadedHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<{ statusCode: number; body: string }>;

export async function loadHandler(file: string): Promise<LoadedHandler> {
  const { handler } = await import(pathToFileURL(file).href);
  return handler;
}
