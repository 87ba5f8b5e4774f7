import { useEffect, useRef, useState } from 'react'
import { goTo, replaceWith } from './history.ts'

/** Milliseconds of pause before typing reaches the address. */
const pauseMs = 250

/**
 * Text typed into a field that filters a list by its address. `kept`: the address's words; one burst of typing makes
 * one history entry, not one per letter.
 */
export function useTypedSearch(kept: string, addressOf: (words: string) => string) {
  const [typed, setTyped] = useState(kept)
  const latest = useRef({ kept, addressOf })
  latest.current = { kept, addressOf }
  const own = useRef(kept)
  // Back and forward restore their own words.
  useEffect(() => {
    if (kept !== own.current) setTyped(kept)
    own.current = kept
  }, [kept])
  useEffect(() => {
    if (typed.trim() === latest.current.kept.trim()) return
    const timer = setTimeout(() => {
      const { current } = latest
      own.current = typed.trim()
      const address = current.addressOf(typed.trim())
      if (current.kept === '') goTo(address)
      else replaceWith(address)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return { value: typed, onChange: ({ target }: { target: { value: string } }) => setTyped(target.value) }
}

/** A value that JSON can hold, as it was when it last stayed the same for `pauseMs`: typing sends no call per key. */
export function usePaused<T>(value: T, pauseMs: number): T {
  const key = JSON.stringify(value)
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(JSON.parse(key) as T), pauseMs)
    return () => clearTimeout(timer)
  }, [key, pauseMs])
  return paused
}
