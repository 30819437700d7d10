import { existsSync } from "node:fs";
import { tmpdir } from "node:os";

/** In memory, where there is such a folder: these tests open files thousands of times. */
export const fastFolder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
