import { lazy, useEffect, useRef, useState } from 'react'
import { askHits, type FoundHit } from '#features/downloads/quick-request/web/number-parts.tsx'
import { identifierKey } from '#marc/identifier.ts'

/** Reports that the catalogue has a number; loaded on demand. */
export const InCatalogue = lazy(async () => ({ default: (await import('./in-catalogue.tsx')).InCatalogue }))

/** Milliseconds of pause: no lookup in the middle of a number. */
const pauseMs = 300

export type KnownRecords = ReadonlyMap<string, FoundHit[]>

/** The lookup key of a number; '' if it cannot be looked up. */
export function askableKey(number: string): string {
  const { key, problem, kind } = identifierKey(number)
  return problem || kind === 'record' ? '' : key
}

/** Catalogue records of these numbers, by key. Empty if the catalogue is unavailable. */
export function useKnownRecords(keys: readonly string[]): KnownRecords {
  const [records, setRecords] = useState<KnownRecords>(new Map())
  const known = useRef(records)
  const joinedKeys = keys.join('\n')
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const open = [...new Set(joinedKeys.split('\n'))].filter((key) => key !== '' && !known.current.has(key))
      if (open.length === 0) return
      askHits(open, stop.signal, (part) => {
        known.current = new Map([...known.current, ...part])
        setRecords(known.current)
      }).catch(() => undefined)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [joinedKeys])
  return records
}
