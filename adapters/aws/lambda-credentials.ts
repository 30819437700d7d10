/**
 * Replaces the SDK's chain of credential providers when functions are bundled. Lambda provides
 * credentials only in the environment; the rest of the chain (SSO, STS, profiles, instance
 * metadata) would be a fifth of each bundle and never run.
 */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
