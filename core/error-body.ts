import * as z from "zod";

/** The body of every error, contract §2. */
export const ErrorBody = z.object({
  error: z.string().meta({ description: "What is wrong, and what to do about it." }),
  code: z.string().exactOptional().meta({ description: "Machine-readable, where one applies." }),
  requiredPlan: z
    .string()
    .exactOptional()
    .meta({ description: "With PLAN_REQUIRED: the plan that is needed." }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
