// Loads one bundle as Lambda does, in a process that has loaded nothing else, and tells how long it
// took. Plain JavaScript, because stripping types would warm up parts of Node.
const startedMs = performance.now();
await import(process.argv[2]);
const timeMs = performance.now() - startedMs;
process.stdout.write(JSON.stringify({ timeMs }), () => process.exit());
