import { useState } from 'react'

/** Unsent text that survives a reload of the page, per tab. */
export function useUnsentText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(name))
  return [
    text,
    (next) => {
      setText(next)
      keep(name, next)
    },
  ]
}

function read(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    // Storage is disabled: the text is kept only until the page is left.
    return ''
  }
}

function keep(name: string, text: string) {
  try {
    if (text === '') sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    // Storage is disabled, as above.
  }
}
