import { useState } from 'react'

/** Text that is not sent yet: it is there again after a reload of the page, in this tab. */
export function useKeptText(name: string): [string, (text: string) => void] {
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
    // Storage is switched off: the page keeps it as long as it stands.
    return ''
  }
}

function keep(name: string, text: string) {
  try {
    if (text === '') sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    // As above.
  }
}
