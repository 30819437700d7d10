/**
 * Stands in for the SDK's chain of credential providers when functions are bundled. Lambda puts
 * credentials into the environment and nowhere else; the rest of the chain (SSO, STS, profiles,
 * instance metadata) would be a fifth of each bundle and never run.
 */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
