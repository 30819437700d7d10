/// <reference types="vite/client" />
import node from "./samples/verify-webhook-node.txt?raw";
import python from "./samples/verify-webhook-python.txt?raw";

/** How a receiver of this endpoint verifies a delivery, as in docs/integrators/webhooks.md; never with a secret. */
export function verificationSamples(endpointId: string): Record<string, string> {
  const note = `WEBHOOK_SECRET holds the secret of ${endpointId}.`;
  return { "Node.js": `// ${note}\n${node}`, Python: `# ${note}\n${python}` };
}
