import * as z from "zod";
import { newestFormat } from "./stored-format.ts";

/** The field of a message; items have it as an attribute. */
export const FormatVersion = z.int().min(1).max(newestFormat).exactOptional();
