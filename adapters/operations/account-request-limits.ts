import { type APIGatewayClient, GetAccountCommand } from "@aws-sdk/client-api-gateway";
import type { RequestLimits } from "../../core/operations/request-limits.ts";

/** What API Gateway lets all APIs of the account accept in the region; Service Quotas can say more. */
export async function accountRequestLimits(client: APIGatewayClient): Promise<RequestLimits> {
  const { throttleSettings } = await client.send(new GetAccountCommand({}));
  const { rateLimit: perSecond, burstLimit: atOnce } = throttleSettings ?? {};
  if (perSecond === undefined || atOnce === undefined) {
    throw new Error("API Gateway did not say the account's limit");
  }
  return { perSecond, atOnce };
}
