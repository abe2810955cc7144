// The sounds of a screen. They are made here, tone by tone, so there is nothing to load. A browser lets a page sound only
// after somebody has touched it.

import { read, write } from "../Shared/storage.js"

// Frequencies in hertz, and the length of each tone in seconds. Urgent tunes are longer and lower.
const TUNES = {
  new: { tones: [659, 880], length: 0.14, shape: "sine" },
  changed: { tones: [587, 440, 587, 440], length: 0.16, shape: "triangle" },
  late: { tones: [330, 330, 330], length: 0.3, shape: "square" },
  ready: { tones: [523, 659, 784], length: 0.22, shape: "sine" },
}
const PAUSE = 0.05 // seconds between two tones, and before the next tune
const LOUDNESS = 0.35

export class KitchenSounds {
  #key
  #context = null
  #busyUntil = 0
  #isMuted

  // key: under which the browser stores whether this screen is muted.
  constructor(key) {
    this.#key = key
    this.#isMuted = read(localStorage, key) === true
  }

  get isMuted() { return this.#isMuted }
  set isMuted(value) {
    this.#isMuted = value
    write(localStorage, this.#key, value ? true : null)
  }

  // Whether the browser would play a sound now.
  get isAwake() { return this.#context?.state === "running" }

  // Call it when somebody touches the page.
  async wake() {
    if (!("AudioContext" in globalThis)) return
    this.#context ??= new AudioContext()
    if (this.#context.state === "suspended") await this.#context.resume().catch(() => null)
  }

  // Plays a tune after those that are still playing.
  play(name) {
    if (this.#isMuted || !this.isAwake) return
    const { tones, length, shape } = TUNES[name]
    let at = Math.max(this.#context.currentTime, this.#busyUntil)
    for (const frequency of tones) {
      this.#tone(frequency, shape, at, length)
      at += length + PAUSE
    }
    this.#busyUntil = at + PAUSE
  }

  #tone(frequency, shape, at, length) {
    const oscillator = new OscillatorNode(this.#context, { type: shape, frequency })
    const gain = new GainNode(this.#context, { gain: 0 })
    gain.gain.setValueAtTime(0, at)
    gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02)
    gain.gain.linearRampToValueAtTime(0, at + length)
    oscillator.connect(gain).connect(this.#context.destination)
    oscillator.start(at)
    oscillator.stop(at + length)
  }
}
