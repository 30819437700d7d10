/// <reference types="vite/client" />
import node from "./samples/verify-webhook-node.txt?raw";
import python from "./samples/verify-webhook-python.txt?raw";

/** How a receiver verifies a delivery, as in docs/integrators/webhooks.md, with this secret. */
export const verificationSamples: Record<string, (secret: string) => string> = {
  "Node.js": (secret) => withSecret(node, secret),
  Python: (secret) => withSecret(python, secret),
};

/** The secret stands once in a sample, in a comment at the end of a line. */
function withSecret(sample: string, secret: string): string {
  return sample.replace("SECRET\n", () => `${secret}\n`);
}
