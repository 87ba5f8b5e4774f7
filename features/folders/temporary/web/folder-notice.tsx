import './folder-notice.css'
import { CircleAlert, CircleCheck, Info, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { withoutMark } from '#features/downloads/rules.ts'
import type { Sentences } from '#kit/problem.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { goTo } from '#kit/web/history.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'

export type Notice = {
  tone?: 'ok' | 'bad' | 'plain'
  text: string
  /** Further sentences. */
  more?: readonly string[]
  link?: { href: string; label: string }
  undo?: () => void
}

const icons = { ok: CircleCheck, bad: CircleAlert, plain: Info }

/** The result of the last action on a screen, with its undo. It stays until the next action. */
export function useNotice() {
  const [notice, setNotice] = useState<Notice | undefined>(() =>
    left?.pathname === window.location.pathname ? left.notice : undefined,
  )
  useEffect(() => {
    if (left && notice) announce(notice.text)
    left = undefined
  }, [notice])
  const tell = useCallback((next: Notice) => {
    setNotice(next)
    announce([next.text, ...(next.more ?? [])].join(' '))
  }, [])
  const clear = useCallback(() => setNotice(undefined), [])
  /** Shows a refusal. Text after a mark is for people, the mark itself is not. */
  const fail = useCallback(
    (error: unknown) => {
      const [text, ...more] = messagesOf(error)
      tell({ tone: 'bad', text, more })
    },
    [tell],
  )
  return { notice, tell, clear, fail }
}

/** Without the marks for programs. */
export function messagesOf(error: unknown): Sentences {
  const [text, ...more] = problemOf(error).messages
  return [withoutMark(text).trim(), ...more]
}

export function FolderNotice({ notice, focusUndo }: { notice: Notice | undefined; focusUndo?: boolean }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focusUndo && notice?.undo) undo.current?.focus()
  }, [notice, focusUndo])
  if (!notice) return null
  const { tone = 'plain', text, more = [], link } = notice
  return (
    <div className={`folder-notice ${tone}`}>
      <Icon of={icons[tone]} />
      <div>
        <p>
          {text} {link && <Link href={link.href}>{link.label}</Link>}
        </p>
        {more.map((each) => (
          <p key={each} className="quiet">
            {each}
          </p>
        ))}
      </div>
      {notice.undo && (
        <Button icon={Undo2} ref={undo} onClick={notice.undo}>
          Undo
        </Button>
      )}
    </div>
  )
}

let left: { pathname: string; notice: Notice } | undefined

/** Goes to another screen, which shows the notice. */
export function goWithNotice(href: string, notice: Notice): void {
  left = { pathname: new URL(href, window.location.href).pathname, notice }
  goTo(href)
}
