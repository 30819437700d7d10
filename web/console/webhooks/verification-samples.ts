/// <reference types="vite/client" />
import node from "./samples/verify-webhook-node.txt?raw";
import python from "./samples/verify-webhook-python.txt?raw";

/** How a receiver verifies a delivery, as in docs/integrators/webhooks.md; never with a secret. */
export const verificationSamples: Record<string, string> = { "Node.js": node, Python: python };
