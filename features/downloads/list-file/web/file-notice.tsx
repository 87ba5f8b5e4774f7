import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { maxIdentities } from '#features/downloads/contract.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { describeCount } from './choose-column.ts'
import type { Column } from './columns.ts'
import type { Unreadable } from './file-kind.ts'
import { describeDamage, refusals } from './list-file-labels.ts'
import type { Read } from './list-text.ts'

const tooBig = 'Parsing failed as the file is too big'
const atMost = `A request can have at most ${grouped(maxIdentities)} identifiers.`

type About = { name: string; list: Read; column: Column }
type Ways = { onChoose: (() => void) | undefined; onClose: () => void }

export function AddedNotice({ name, list, column, onUndo, ...ways }: About & Ways & { onUndo: () => void }) {
  const count = Math.min(column.identifiers, maxIdentities)
  return (
    <Notice tone="ok" title={`${counted(count, 'identifier')} added`} {...ways} name={name}>
      <p className="mt-4 ink-2">
        {list.sheet && `We read the sheet “${list.sheet}”. `}
        {list.columns.length > 1 ? `We used the column “${column.name}”. ` : ''}
        {list.header && `We skipped the first row: it has no identifier.`}
      </p>
      {describeDamage(column).map((sentence) => (
        <p className="mt-4 ink-2" key={sentence}>
          {sentence}
        </p>
      ))}
      <Others choose={ways.onChoose}>
        <TextButton onClick={onUndo}>Undo</TextButton>
      </Others>
    </Notice>
  )
}

export function TooBigNotice({ name, list, column, onTake, ...ways }: About & Ways & { onTake: () => void }) {
  return (
    <Notice tone="bad" title={tooBig} {...ways} name={name}>
      <p className="mt-4 ink-2">
        {list.columns.length > 1 ? `The column “${column.name}” has ` : 'It has '}
        {describeCount(column, list.whole).replace(/^M/, 'm')}. {atMost}
      </p>
      <Others choose={ways.onChoose}>
        <TextButton onClick={onTake}>Use the first {grouped(maxIdentities)}</TextButton>
      </Others>
    </Notice>
  )
}

export function RefusedNotice({
  name,
  why,
  onClose,
}: {
  name: string
  why: Unreadable | 'tooBig'
  onClose: () => void
}) {
  return (
    <Notice
      tone="bad"
      title={/^(tooBig|bigWorkbook)$/.test(why) ? tooBig : 'Parsing failed'}
      name={name}
      onClose={onClose}
    >
      <p className="mt-4 ink-2">{why === 'tooBig' ? `It is one long line. ${atMost}` : refusals[why]}</p>
    </Notice>
  )
}

function Others({ choose, children }: { choose: (() => void) | undefined; children: ReactNode }) {
  return (
    <p className="ways-on flow mt-4 ink-2">
      {children}
      {choose && <TextButton onClick={choose}>Choose another column</TextButton>}
    </p>
  )
}

function Notice({
  tone,
  title,
  name,
  onClose,
  children,
}: {
  tone: 'ok' | 'bad'
  title: string
  name: string
  onClose: () => void
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up.
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <div
      className={`file-notice stack framed-2 rounded on-surface text-small ${tone}`}
      lang="en-AU"
      role={tone === 'bad' ? 'alert' : undefined}
      ref={box}
    >
      <Icon className="mt-2" of={tone === 'ok' ? CircleCheck : CircleAlert} />
      <div>
        <strong className="weight-600">{title}</strong>
        <span className="file-name ink-2 anywhere ml-8">{name}</span>
        {children}
      </div>
      <Button look="bare" square icon={X} onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
