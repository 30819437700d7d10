import { randomBase62 } from "../random.ts";

// The name of a schedule holds delivery, attempt and token, and may have 64 characters.
const tokenDigits = 12;

/** A new name for the one message that may carry an attempt. */
export const newAttemptToken = () => randomBase62(tokenDigits);
