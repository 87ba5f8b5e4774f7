import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { announce } from '#ui/announce.tsx'
import { words as say } from '../../messages.ts'
import { type Draft, emptyDraft, keepDraft, readDraft, withLine } from './draft.ts'
import { type IdentifierRow, replaceIn } from './identifier-list.ts'

/** The text of the field, the name and the content, which survive a reload, and the functions that change them. */
export function useRequestDraft(owner: string, field: RefObject<HTMLTextAreaElement | null>, onChanged: () => void) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(owner))
  const [cleared, setCleared] = useState<Draft>()
  const [caret, setCaret] = useState(0)
  // Input from a camera or a file arrives asynchronously, so it needs the latest draft.
  const latest = useRef(draft)
  useEffect(() => keepDraft(owner, draft), [owner, draft])

  const put = useCallback((change: Partial<Draft>) => {
    latest.current = { ...latest.current, ...change }
    setDraft(latest.current)
  }, [])
  const write = useCallback(
    (text: string) => {
      put({ text })
      setCleared(undefined)
      onChanged()
    },
    [put, onChanged],
  )

  const actions = useMemo(
    () => ({
      replace: (row: Pick<IdentifierRow, 'from' | 'to'>, by: string) => write(replaceIn(latest.current.text, row, by)),
      /** Confirms a record for a number that is not its own; undefined undoes it. */
      confirm: (key: string, id: string | undefined) => {
        const { [key]: _, ...others } = latest.current.confirmed
        put({ confirmed: id === undefined ? others : { ...others, [key]: id } })
      },
      /** Appends on new lines. */
      append: (lines: string) => {
        const before = withLine(latest.current.text)
        write(withLine(before + lines))
        setCaret(before.length)
      },
      /** Replaces lines that were put there before, wherever they now are. */
      swap: (former: string, lines: string) => {
        const at = former === '' ? -1 : latest.current.text.indexOf(former)
        if (at < 0) return lines === '' ? undefined : actions.append(lines)
        const { text } = latest.current
        write(text.slice(0, at) + lines + text.slice(at + former.length))
        setCaret(at)
      },
      clear: () => {
        setCleared(latest.current)
        put(emptyDraft)
        onChanged()
        field.current?.focus()
        announce(say.cleared)
      },
    }),
    [write, put, field, onChanged],
  )
  const undo = () => {
    if (cleared) put(cleared)
    setCleared(undefined)
    field.current?.focus()
  }
  return { draft, put, write, actions, caret, setCaret, cleared: cleared !== undefined, undo, latest }
}
