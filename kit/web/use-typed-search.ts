import { useEffect, useRef, useState } from 'react'
import { goTo, replaceWith } from './history.ts'

/** The address follows the typing after so many milliseconds. */
const pauseMs = 250

/**
 * What is typed into a field that narrows a list by its address. `kept` are the words that the address holds; what the
 * typing finds makes one entry in the history, not one for each letter.
 */
export function useTypedSearch(kept: string, addressOf: (words: string) => string) {
  const [typed, setTyped] = useState(kept)
  const latest = useRef({ kept, addressOf })
  latest.current = { kept, addressOf }
  const own = useRef(kept)
  // Back and forward bring their own words.
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
