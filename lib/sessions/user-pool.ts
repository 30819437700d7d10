import { Aws, Fn, Validations } from "aws-cdk-lib";
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  CfnUserPool,
  FeaturePlan,
  ManagedLoginVersion,
  OAuthScope,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import { type Configuration, deploymentName } from "../configuration.ts";

export interface SignInPoolProps {
  configuration: Configuration;
  consoleUrl: string;
}

/**
 * The identity provider of a stack that is configured with no other: a Cognito user pool where
 * people sign up and in with their e-mail address, on pages that Cognito serves.
 */
export class SignInPool extends Construct {
  readonly issuer: string;
  readonly clientId: string;

  constructor(scope: Construct, id: string, { configuration, consoleUrl }: SignInPoolProps) {
    super(scope, id);
    const pool = this.newPool(configuration);
    const client = newClient(this, pool, consoleUrl);
    pool.addDomain("Domain", {
      // Unique among all accounts of the region, and the same for as long as the stack exists.
      cognitoDomain: { domainPrefix: `sign-in-${lastPart(Aws.STACK_ID)}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // Without a style the newer pages do not open.
    new CfnManagedLoginBranding(this, "Branding", {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    this.issuer = pool.userPoolProviderUrl;
    this.clientId = client.userPoolClientId;
  }

  private newPool({ sesIdentityArn, ...configuration }: Configuration): UserPool {
    const pool = new UserPool(this, "UserPool", {
      userPoolName: deploymentName(configuration),
      featurePlan: FeaturePlan.ESSENTIALS,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: true,
      autoVerify: { email: true },
      // Until a new address is verified, the old one stays: invitations trust verified ones.
      keepOriginal: { email: true },
      // Codes by mail need a sender of your own: Cognito's is limited to some 50 a day.
      signInPolicy: {
        allowedFirstAuthFactors: {
          password: true,
          passkey: true,
          emailOtp: sesIdentityArn !== undefined,
        },
      },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireSymbols: true,
        requireUppercase: true,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: configuration.protectData,
      removalPolicy: configuration.dataRemoval,
    });
    if (sesIdentityArn !== undefined) sendBySes(pool, sesIdentityArn);
    Validations.of(pool).acknowledge(
      {
        id: "AwsSolutions::AwsSolutions-COG2",
        reason:
          "People choose passkeys, which Cognito does not combine with required MFA; an organization that requires MFA brings its own identity provider.",
      },
      {
        id: "AwsSolutions::AwsSolutions-COG8",
        reason: "Threat protection belongs to the Plus plan, which costs more than twice as much.",
      },
    );
    return pool;
  }
}

/** A public client: without the PKCE verifier, which never leaves the service, a code is worthless. */
function newClient(scope: Construct, userPool: UserPool, consoleUrl: string): UserPoolClient {
  return new UserPoolClient(scope, "Client", {
    userPool,
    generateSecret: false,
    // What Cognito's own pages use: a choice of factors, and passwords that are never sent.
    authFlows: { user: true, userSrp: true },
    supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
      callbackUrls: [`${consoleUrl}/sign-in/callback`],
      logoutUrls: [`${consoleUrl}/`],
    },
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
  });
}

/** Exactly this identity, of whatever account and region; of a domain, its address "no-reply". */
function sendBySes(pool: UserPool, sesIdentityArn: string): void {
  const identity = sesIdentityArn.slice(sesIdentityArn.indexOf(":identity/") + ":identity/".length);
  const from = identity.includes("@") ? identity : `no-reply@${identity}`;
  const resource = pool.node.defaultChild;
  if (!(resource instanceof CfnUserPool))
    throw new Error("the default child of UserPool is no CfnUserPool");
  resource.emailConfiguration = {
    emailSendingAccount: "DEVELOPER",
    sourceArn: sesIdentityArn,
    from,
  };
}

/** The last digits of the random id in a stack's ARN. */
function lastPart(stackId: string): string {
  return Fn.select(4, Fn.split("-", Fn.select(2, Fn.split("/", stackId))));
}
