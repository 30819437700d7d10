// Loads one bundle as Lambda does, in a process that has loaded nothing else, and tells how long
// that took. Plain JavaScript, because stripping types would warm up parts of Node.
const before = performance.now();
await import(process.argv[2]);
process.stdout.write(String(performance.now() - before), () => process.exit());
