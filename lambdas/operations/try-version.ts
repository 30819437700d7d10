import { codeDeployTrial, Hook } from "../../adapters/operations/codedeploy-trial.ts";
import { makeVersionTrial, type VersionTrial } from "../../core/operations/version-trial.ts";
import { logger } from "../telemetry/logger.ts";

const ports = codeDeployTrial();

/**
 * Ends the deployment of a version that fails. If the version could not be tried, the deployment goes on
 * as without this hook, and the alarm judges it.
 */
export const handler = async (event: unknown): Promise<VersionTrial> => {
  const hook = Hook.parse(event);
  const trial = await makeVersionTrial(ports, hook.DeploymentId);
  if (trial.result === "responded") logger.info("the new version responds", { trial });
  else logger.error("the new version is not known to start", { trial });
  await ports.report(hook, trial.result === "failed" ? "Failed" : "Succeeded");
  return trial;
};
