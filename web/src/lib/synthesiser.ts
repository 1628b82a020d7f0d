// Three short sounds, made with WebAudio: dice that clatter, a card that is put down, a small bell for "your turn".

export type Sound = "dice" | "card" | "turn";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let last = 0;
/** Sounds are at least this far apart, in seconds: many events at once are one. */
const APART = 0.15;

function hiss(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return noise;
}

/** A burst of noise through a filter: wood at 2 kHz, paper at 6 kHz. */
function knock(audio: AudioContext, at: number, frequency: number, length: number, loud: number): void {
  const source = audio.createBufferSource();
  source.buffer = hiss(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = 4;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at, Math.random() * 0.1, length);
}

function bell(audio: AudioContext, at: number, frequency: number): void {
  const tone = audio.createOscillator();
  tone.frequency.value = frequency;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.75);
}

/** Play a sound. Before the first click on a page a browser plays nothing; then it is skipped. */
export function play(this: void, sound: Sound): void {
  if (!("AudioContext" in window)) return;
  const audio = (context ??= new AudioContext());
  if (audio.state === "suspended") void audio.resume();
  const now = audio.currentTime;
  if (sound !== "turn" && now - last < APART && last > 0) return;
  last = now;
  if (sound === "dice") for (const [at, high] of [[0, 2200], [0.07, 1800], [0.12, 2500], [0.2, 1600]] as const) knock(audio, now + at, high, 0.06, 0.5);
  else if (sound === "card") knock(audio, now, 5200, 0.12, 0.25);
  else for (const [at, high] of [[0, 660], [0.14, 880]] as const) bell(audio, now + at, high);
}
