import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { TestProject } from "vitest/node";
import { synthesizeFixture } from "./fixture-stack.ts";

declare module "vitest" {
  interface ProvidedContext {
    fixtureTemplate: string;
  }
}

/** Loading the CDK takes longer than most tests, so one process does it for all. */
export default function synthesizeOnce(project: TestProject): () => void {
  const templateFile = synthesizeFixture();
  project.provide("fixtureTemplate", templateFile);
  return () => rmSync(dirname(dirname(templateFile)), { recursive: true });
}
