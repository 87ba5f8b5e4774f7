import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cataloguingApi } from '#features/cataloguing/contract.ts'
import { readCode } from '#features/requests/rules.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import { toastFailure } from '#ui/toast.tsx'
import { keepSitting, keptSitting } from './kept-sitting.ts'
import { resultInWords, type Scan, toneOf } from './scan-words.ts'
import { soundResult } from './sound.ts'

/** The scans of this sitting, the last one first; each is sent at once and in its turn. */
export function useCheckIn() {
  const cache = useQueryClient()
  const [scans, setScans] = useState(keptSitting)
  const [waiting, setWaiting] = useState(0)
  const [latest, setLatest] = useState<Scan>()
  const turns = useRef(scans[0]?.turn ?? 0)
  const line = useRef<Promise<unknown>>(Promise.resolve())

  const change = (next: (before: readonly Scan[]) => readonly Scan[]) =>
    setScans((before) => {
      const after = next(before)
      keepSitting(after)
      return after
    })
  const tell = (scan: Scan) => {
    change((before) => [scan, ...before])
    setLatest(scan)
    soundResult(toneOf(scan))
    announce(resultInWords(scan))
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
          refused: error instanceof Problem ? error.messages[0]! : genericSentence,
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
      announce('Taken back')
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
