import * as z from "zod";

/** What the user can do about an error. */
export type Remedy = "empty-data-folder" | "other-data-folder" | "other-port";

/** Why the local runtime cannot start, in words for the person who started it. */
export class StartError extends Error {
  override readonly name = "StartError";
  /** Set when a caller can name the option that helps. */
  readonly remedy: Remedy | undefined;

  constructor(message: string, { remedy, cause }: { remedy?: Remedy; cause?: unknown } = {}) {
    super(message, { cause });
    this.remedy = remedy;
  }
}

/** The error code of a system call, such as EADDRINUSE. */
export function systemErrorCode(error: unknown): string | undefined {
  const parsed = SystemError.safeParse(error);
  return parsed.success ? parsed.data.code : undefined;
}

const SystemError = z.object({ code: z.string() });
