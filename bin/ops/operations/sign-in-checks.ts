import { identityProviderFacts } from "../../../adapters/operations/identity-provider-facts.ts";
import type { Service } from "../../../adapters/stack-outputs.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { judgeIdentityProvider } from "../../../core/operations/identity-provider.ts";
import type { DoctorCheck } from "./run-checks.ts";

/** The checks of where people sign in, which is the same on AWS and on this machine. */
export function signInChecks({ outputs: { SignInIssuer } }: Service): Record<string, DoctorCheck> {
  return {
    "sign-in": async () =>
      judgeIdentityProvider(await identityProviderFacts(SignInIssuer, systemClock)),
  };
}
