/**
 * What keeps every call to AWS well inside a function's timeout: 1 s to connect, 2 s to answer,
 * 3 attempts.
 */
export const callLimits = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 2_000,
    // Without this the SDK only logs that the time is over, and goes on waiting.
    throwOnRequestTimeout: true,
  },
};
