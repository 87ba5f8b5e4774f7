import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { soundIsOn } from '#features/downloads/camera/web/camera-parts.tsx'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { readCode } from '#features/requests/rules.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { describeResult, type Loudness, type Scan, toneOf } from './describe-scan.ts'

/** The scans of this session, newest first; each is sent at once and in order. */
export function useCheckIn() {
  const cache = useQueryClient()
  const [scans, setScans] = useState(storedScans)
  const [waiting, setWaiting] = useState(0)
  const [latest, setLatest] = useState<Scan>()
  const turns = useRef(scans[0]?.turn ?? 0)
  const line = useRef<Promise<unknown>>(Promise.resolve())

  const change = (next: (before: readonly Scan[]) => readonly Scan[]) =>
    setScans((before) => {
      const after = next(before)
      storeScans(after)
      return after
    })
  const tell = (scan: Scan) => {
    change((before) => [scan, ...before])
    setLatest(scan)
    soundResult(toneOf(scan))
    announce(describeResult(scan))
  }
  const checkIn = (typed: string) => {
    const code = readCode(typed)?.code ?? typed
    const turn = ++turns.current
    const at = new Date().toISOString()
    setWaiting((many) => many + 1)
    const send = async () => {
      try {
        const { response } = await call(cataloguingApi.checkIn, { code })
        tell({ turn, code, at, undone: false, found: response })
        void cache.invalidateQueries({ queryKey: [cataloguingApi.queue.path] })
      } catch (error) {
        tell({
          turn,
          code,
          at,
          undone: false,
          refused: problemOf(error).messages[0],
        })
      } finally {
        setWaiting((many) => many - 1)
      }
    }
    line.current = line.current.then(send)
    return line.current
  }
  const undo = async (scan: Scan) => {
    if (!('found' in scan)) return
    try {
      await call(cataloguingApi.undoCheckIn, { itemIds: scan.found.received.map(({ itemId }) => itemId) })
      change((before) => before.map((each) => (each.turn === scan.turn ? { ...each, undone: true } : each)))
      setLatest((shown) => (shown?.turn === scan.turn ? { ...shown, undone: true } : shown))
      announce('Undone')
      void cache.invalidateQueries({ queryKey: [cataloguingApi.queue.path] })
    } catch (error) {
      toastFailure(error)
    }
  }
  const forget = () => {
    change(() => [])
    setLatest(undefined)
  }
  return { scans, latest, waiting: waiting > 0, checkIn, undo, forget }
}

const name = 'check-in-session'
const most = 200

/** The scans of this session: they survive a reload and end with the window. */
function storedScans(): readonly Scan[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]')
    return Array.isArray(stored) ? (stored as Scan[]) : []
  } catch {
    return []
  }
}

function storeScans(scans: readonly Scan[]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(scans.slice(0, most)))
  } catch {
    // Storage is full or disabled: the list lasts as long as the page.
  }
}

let audio: AudioContext | undefined

/** Audible across a room: high and short for success, twice for a warning, low and long for a failure. */
const tones: Record<Loudness, { pitch: number; from: number; to: number }[]> = {
  ok: [{ pitch: 1760, from: 0, to: 0.14 }],
  warn: [
    { pitch: 880, from: 0, to: 0.12 },
    { pitch: 880, from: 0.18, to: 0.32 },
  ],
  bad: [{ pitch: 196, from: 0, to: 0.55 }],
}
const taps: Record<Loudness, number[]> = { ok: [60], warn: [60, 60, 60], bad: [300] }

function soundResult(loudness: Loudness): void {
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
