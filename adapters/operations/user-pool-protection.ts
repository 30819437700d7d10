import {
  type CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import type { UserPoolState } from "../../core/operations/data-protection.ts";

/**
 * Reads whether a user pool can be deleted ("User pool deletion protection"); the id is undefined for
 * a stack without one.
 */
export async function userPoolProtection(
  client: CognitoIdentityProviderClient,
  userPoolId: string | undefined,
): Promise<UserPoolState> {
  if (userPoolId === undefined) return "none";
  try {
    const { UserPool } = await client.send(new DescribeUserPoolCommand({ UserPoolId: userPoolId }));
    return UserPool?.DeletionProtection === "ACTIVE" ? "protected" : "deletable";
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return "gone";
    throw error;
  }
}
