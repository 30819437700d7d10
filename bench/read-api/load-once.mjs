// Loads one bundle as Lambda does, in a process that has loaded nothing else, and tells when that
// began, how long it took, and when the marked modules began. Plain JavaScript, because stripping types
// would warm up parts of Node.
const startedMs = performance.now();
await import(process.argv[2]);
const timeMs = performance.now() - startedMs;
const { moduleTimes = [] } = globalThis;
process.stdout.write(JSON.stringify({ startedMs, timeMs, moduleTimes }), () => process.exit());
