import { operatorNamed } from "../../../core/members/changed-by.ts";

/** Whoever sets up what a test needs. */
export const operator = operatorNamed("test");
