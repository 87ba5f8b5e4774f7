import { lazy, useEffect, useRef, useState } from 'react'
import { askHits, type FoundHit } from '#features/downloads/quick-request/web/number-parts.tsx'
import { identifierKey } from '#marc/identifier.ts'

/** That the catalogue has a number already: fetched when it has. */
export const InCatalogue = lazy(async () => ({ default: (await import('./in-catalogue.tsx')).InCatalogue }))

/** Somebody who types or scans is not asked about in the middle of a number. */
const pauseMs = 300

export type KnownRecords = ReadonlyMap<string, FoundHit[]>

/** What a number is looked up by; '' for one that cannot be. */
export function askableKey(number: string): string {
  const { key, problem, kind } = identifierKey(number)
  return problem || kind === 'record' ? '' : key
}

/** Records that the catalogue has of these numbers, by their keys. Where it cannot be asked, none. */
export function useKnownRecords(keys: readonly string[]): KnownRecords {
  const [records, setRecords] = useState<KnownRecords>(new Map())
  const known = useRef(records)
  const asked = keys.join('\n')
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const open = [...new Set(asked.split('\n'))].filter((key) => key !== '' && !known.current.has(key))
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
  }, [asked])
  return records
}
