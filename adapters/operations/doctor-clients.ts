import { APIGatewayClient } from "@aws-sdk/client-api-gateway";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { CloudWatchLogsClient } from "@aws-sdk/client-cloudwatch-logs";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { CostExplorerClient } from "@aws-sdk/client-cost-explorer";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { callLimits } from "../aws/dynamodb-client.ts";

export type DoctorClients = ReturnType<typeof doctorClients>;

/** Clients for what of a deployed stack does not exist locally; the environment says where it is. */
export function doctorClients() {
  // CloudFormation takes longer than tables and queues do.
  const limits = {
    ...callLimits,
    requestHandler: { ...callLimits.requestHandler, requestTimeout: 10_000 },
  };
  const clients = {
    apiGateway: new APIGatewayClient(limits),
    cloudFormation: new CloudFormationClient(limits),
    cloudWatch: new CloudWatchClient(limits),
    cognito: new CognitoIdentityProviderClient(limits),
    // It has one endpoint, in us-east-1, which the SDK knows.
    costExplorer: new CostExplorerClient(limits),
    lambda: new LambdaClient(limits),
    logs: new CloudWatchLogsClient(limits),
  };
  return {
    ...clients,
    destroy: () => {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
}
