import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";

export interface GeneratedSecretProps {
  description: string;
  /** In characters. */
  length: number;
  /** Why nothing rotates it. */
  whyNotRotated: string;
}

/** A random secret on which nothing depends that is kept: a later deployment may make another. */
export function generatedSecret(
  scope: Construct,
  id: string,
  { description, length, whyNotRotated }: GeneratedSecretProps,
): Secret {
  const secret = new Secret(scope, id, {
    description,
    generateSecretString: { passwordLength: length, excludePunctuation: true },
    removalPolicy: RemovalPolicy.DESTROY,
  });
  Validations.of(secret).acknowledge({
    id: "AwsSolutions::AwsSolutions-SMG4",
    reason: whyNotRotated,
  });
  return secret;
}
