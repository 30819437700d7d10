import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureCertificates } from "../../local/certificate-authority.ts";
import { InvocationLog } from "../service/invocation-log.ts";
import {
  type MeasuredService,
  type MeasuredSettings,
  withService,
} from "../service/measured-service.ts";
import { Tapper } from "../service/tapper.ts";
import { WebhookReceiver } from "./receiver.ts";

/** The service with a receiver and a tapper beside it. */
export interface WebhookStack extends MeasuredService {
  receiver: WebhookReceiver;
  tapper: Tapper;
  dispatches: InvocationLog;
  delivers: InvocationLog;
  evaluations: InvocationLog;
}

/** Starts the service so that it can reach the receiver, for as long as it is measured. */
export async function withWebhooks<Result>(
  measure: (stack: WebhookStack) => Promise<Result>,
  { settings, proxied }: Pick<MeasuredSettings, "settings" | "proxied"> = {},
): Promise<Result> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "counting-bench-ca-"));
  const certificates = await ensureCertificates(folder.path);
  return await withService(
    async (service) => {
      await using receiver = await WebhookReceiver.start(certificates);
      const { emulatorEndpoint: dynamodbEndpoint, outputs, pool } = service;
      await using tapper = new Tapper({ dynamodbEndpoint, outputs });
      const logs = {
        dispatches: new InvocationLog(pool("dispatch-events")),
        delivers: new InvocationLog(pool("deliver-webhook")),
        evaluations: new InvocationLog(pool("evaluate-alerts")),
      };
      return await measure({ ...service, ...logs, receiver, tapper });
    },
    {
      settings: { allowedReceiverAddresses: "127.0.0.0/8,::1/128", ...settings },
      extraEnvironment: { NODE_EXTRA_CA_CERTS: certificates.authority },
      ...(proxied && { proxied }),
    },
  );
}
