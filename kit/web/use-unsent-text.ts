import { useEffect, useState } from 'react'

const fields = new Set<(name: string, text: string) => void>()

/** Unsent text that survives a reload of the page, per tab. */
export function useUnsentText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(name))
  useEffect(() => {
    const hear = (put: string, back: string) => put === name && setText(back)
    fields.add(hear)
    return () => void fields.delete(hear)
  }, [name])
  return [
    text,
    (next) => {
      setText(next)
      keep(name, next)
    },
  ]
}

/** Puts text back that was sent and undone, unless another one has been typed since. */
export function putBackText(name: string, text: string): void {
  if (read(name) !== '') return
  keep(name, text)
  for (const hear of fields) hear(name, text)
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
