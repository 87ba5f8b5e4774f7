const soundName = 'scan-sound'

export const soundIsOn = (): boolean => {
  try {
    return localStorage.getItem(soundName) !== 'off'
  } catch {
    return true
  }
}

export function switchSound(on: boolean): void {
  try {
    if (on) localStorage.removeItem(soundName)
    else localStorage.setItem(soundName, 'off')
  } catch {
    // Storage is disabled: the next visit starts with the default.
  }
}

let audio: AudioContext | undefined

/** A short beep and a vibration, as scanners give. */
export function signalRead(): void {
  navigator.vibrate?.(60)
  if (!soundIsOn() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume()
  const now = audio.currentTime
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  tone.frequency.value = 1760
  loudness.gain.setValueAtTime(0.12, now)
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.12)
  tone.connect(loudness).connect(audio.destination)
  tone.start(now)
  tone.stop(now + 0.12)
}
