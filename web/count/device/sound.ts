/** Each a tone in Hz and when it begins, in seconds. */
const tunes = {
  up: [[880, 0]],
  down: [[440, 0]],
  stop: [
    [330, 0],
    [247, 0.22],
    [330, 0.44],
  ],
  failure: [[165, 0]],
} as const;

const lengthSeconds = { up: 0.06, down: 0.09, stop: 0.2, failure: 0.4 };

let context: AudioContext | undefined;

/** Plays a short tone, where the device can and a person has touched the page. */
export function playSound(what: keyof typeof tunes): void {
  if (navigator.userActivation?.hasBeenActive === false || !("AudioContext" in globalThis)) return;
  try {
    context ??= new AudioContext();
    // A call or the background has ended it for good: the next tone begins anew.
    context.resume().catch(forget);
    play(what, context);
  } catch {
    forget();
  }
}

function forget(): void {
  context = undefined;
}

function play(what: keyof typeof tunes, context: AudioContext): void {
  for (const [hertz, beginsAt] of tunes[what]) {
    const tone = new OscillatorNode(context, { frequency: hertz, type: "triangle" });
    const begins = context.currentTime + beginsAt;
    const ends = begins + lengthSeconds[what];
    const volume = new GainNode(context, { gain: 0.4 });
    volume.gain.setValueAtTime(0.4, ends - 0.03);
    volume.gain.linearRampToValueAtTime(0, ends);
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(ends);
  }
}
