import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import type { Problem } from '#kit/problem.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { askTitles, type FoundRecord, type Titles } from './ask-titles.ts'

/** Milliseconds: waits until typing or scanning has finished a number. */
const pause = 350

/** Titles of the keys, looked up after a short pause; known ones are never looked up again. */
export function useTitles(keys: string[]): {
  titles: Titles
  problem: Problem | null
  again: () => void
  /** Adds a known record, found by its title. */
  know: (key: string, record: FoundRecord) => void
} {
  const [titles, setTitles] = useState<Titles>(new Map())
  const [problem, setProblem] = useState<Problem | null>(null)
  const [turn, setTurn] = useState(0)
  // Read after the pause, so that an arriving reply does not restart the look-up.
  const known = useRef(titles)
  const joinedKeys = keys.join('\n')
  useEffect(() => {
    const again = () => setTurn((last) => last + 1)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks for the same keys again
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const open = joinedKeys.split('\n').filter((key) => key !== '' && !known.current.has(key))
      if (open.length === 0) return
      askTitles(open, stop.signal, (part) => {
        known.current = new Map([...known.current, ...part])
        startTransition(() => {
          setTitles(known.current)
          setProblem(null)
        })
      }).catch((error: unknown) => {
        if (stop.signal.aborted) return
        setProblem(problemOf(error))
      })
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [joinedKeys, turn])
  return useMemo(
    () => ({
      titles,
      problem,
      again: () => setTurn((last) => last + 1),
      know: (key, record) => {
        known.current = new Map([...known.current, [key, [record]]])
        setTitles(known.current)
      },
    }),
    [titles, problem],
  )
}
