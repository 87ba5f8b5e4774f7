import { useState } from 'react'

/** What is typed, which outlives a reload of the page and a look elsewhere in between, until it is sent. */
export function useKeptText(name: string): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => read(name))
  const set = (next: string) => {
    setText(next)
    try {
      if (next === '') sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, next)
    } catch {
      // Storage is switched off: it lives as long as the page.
    }
  }
  return [text, set]
}

function read(name: string) {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}
