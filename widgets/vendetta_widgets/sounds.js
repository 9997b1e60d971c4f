// Quiet sounds, made here and now and from no file: Python asks for them by name (sounds.py), only where a person has
// chosen to hear any. Stands before surface.js.

const APART = 0.14; // seconds between two sounds that belong together
// Each sound is of tones: the wave, its frequency at first and at last, when it begins, how long it is, how loud.
const SOUNDS = {
  card: [["triangle", 420, 150, 0, 0.07, 0.09]],
  blood: [["sine", 330, 620, 0, 0.1, 0.06], ["sine", 300, 560, 0.09, 0.1, 0.04]],
  frenzy: [["triangle", 98, 62, 0, 0.5, 0.12], ["triangle", 104, 66, 0, 0.5, 0.1]],
  turn: [["sine", 523, 523, 0, 0.18, 0.05], ["sine", 659, 659, 0.12, 0.22, 0.05]],
  victory: [["sine", 392, 392, 0, 0.3, 0.06], ["sine", 494, 494, 0.14, 0.3, 0.06], ["sine", 587, 587, 0.28, 0.6, 0.06]],
};
let audio = null;

/** Make these sounds, one after the other; none where the page is not seen, or where nobody has touched it yet. */
function soundOut(names) {
  if (document.hidden || !window.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  names.forEach((name, k) => (SOUNDS[name] || []).forEach((tone) => ring(tone, audio.currentTime + k * APART)));
}

function ring([wave, first, last, at, long, loud], now) {
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  voice.type = wave;
  voice.frequency.setValueAtTime(first, now + at);
  voice.frequency.exponentialRampToValueAtTime(last, now + at + long);
  volume.gain.setValueAtTime(0.0001, now + at); // from next to nothing and back: a sudden edge would click
  volume.gain.exponentialRampToValueAtTime(loud, now + at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + at + long);
  voice.connect(volume).connect(audio.destination);
  voice.start(now + at);
  voice.stop(now + at + long);
}
