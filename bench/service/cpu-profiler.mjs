// Loaded into a function's process before its handler: records a CPU profile while the file
// PROFILE_FLAG exists, and writes it to PROFILE_FOLDER when the file is gone. Plain JavaScript, because
// stripping types would show up in the profile.
import { existsSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { join } from "node:path";

const samplingMicroseconds = 250;
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.setSamplingInterval", { interval: samplingMicroseconds });

let isRunning = false;
// Between invocations the process is frozen; this runs with the next one.
setInterval(() => {
  const isWanted = existsSync(process.env.PROFILE_FLAG);
  if (isWanted === isRunning) return;
  isRunning = isWanted;
  if (isWanted) session.post("Profiler.start");
  else session.post("Profiler.stop", (_, { profile }) => write(profile));
}, 5).unref();

function write(profile) {
  const name = `${process.env.AWS_LAMBDA_FUNCTION_NAME}-${process.pid}-${Date.now()}.json`;
  writeFileSync(join(process.env.PROFILE_FOLDER, name), JSON.stringify(profile));
}
