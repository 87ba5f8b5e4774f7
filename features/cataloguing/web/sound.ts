import { soundIsOn } from '#features/downloads/web/camera-parts.tsx'
import type { Loudness } from './scan-words.ts'

let audio: AudioContext | undefined

/** Heard across a room: high and short where all is well, twice where something is to be looked at, low and long where not. */
const tones: Record<Loudness, { pitch: number; from: number; to: number }[]> = {
  ok: [{ pitch: 1760, from: 0, to: 0.14 }],
  warn: [
    { pitch: 880, from: 0, to: 0.12 },
    { pitch: 880, from: 0.18, to: 0.32 },
  ],
  bad: [{ pitch: 196, from: 0, to: 0.55 }],
}
const taps: Record<Loudness, number[]> = { ok: [60], warn: [60, 60, 60], bad: [300] }

export function soundResult(loudness: Loudness): void {
  navigator.vibrate?.(taps[loudness])
  if (!soundIsOn() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume()
  for (const { pitch, from, to } of tones[loudness]) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.type = loudness === 'bad' ? 'square' : 'sine'
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(loudness === 'bad' ? 0.12 : 0.25, audio.currentTime + from)
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + to)
    tone.connect(volume).connect(audio.destination)
    tone.start(audio.currentTime + from)
    tone.stop(audio.currentTime + to)
  }
}
