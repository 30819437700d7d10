import * as z from "zod";
import { LocalServices } from "./aws/clients.ts";
import { StackOutputs } from "./stack-outputs.ts";

/** The file of the data folder in which a running service says where it is. */
export const localServiceFile = "runtime.json";

/** The contents of that file, which exists once the service is ready. */
export const LocalService = z.object({
  pid: z.int().min(1),
  outputs: StackOutputs,
  endpoints: LocalServices,
});
export type LocalService = z.infer<typeof LocalService>;
