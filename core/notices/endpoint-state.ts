import * as z from "zod";
import { AtLeast } from "./at-least.ts";

/** Of a failure, from the first failed attempt to the next success. */
export const EndpointState = z.discriminatedUnion("is", [
  z.object({ is: z.literal("failing"), since: z.iso.datetime(), hours: z.int() }),
  z.object({
    is: z.literal("working"),
    /** Since when it had failed, until when. */
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    /** The deliveries that are unfinished or were given up. */
    waiting: AtLeast,
  }),
]);
export type EndpointState = z.infer<typeof EndpointState>;
