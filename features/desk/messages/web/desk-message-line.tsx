import { CircleStop, Copy, Megaphone, Pencil, Trash2 } from 'lucide-react'
import type { MessageState } from '#features/desk/messages/rules.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Status } from '#ui/tags.tsx'
import { messageIcons } from './message-icons.ts'
import { describeAudience, formatPeriod, type MessageView, nameOf, typeNames } from './message-labels.ts'
import { MessageText } from './message-text.tsx'

/** The purpose of an open dialog. */
export type MessageAct = { kind: 'write' } | { kind: 'change' | 'again' | 'remove'; message: MessageView }

export function DeskMessageLine({
  message,
  state,
  onAct,
  onEnd,
  onNear,
}: {
  message: MessageView
  state: MessageState
  onAct: (act: MessageAct) => void
  onEnd: (message: MessageView) => void
  onNear: () => void
}) {
  const name = nameOf(message)
  const near = { look: 'bare', square: true, onPointerEnter: onNear, onFocus: onNear } as const
  return (
    <li>
      <Icon
        className={state === 'ENDED' ? 'ink-3' : 'ink-accent'}
        of={message.messageType === 'BANNER' ? Megaphone : messageIcons[message.icon]}
      />
      <div className="stack gap-4">
        {message.messageDesc && <h3 className="title anywhere">{message.messageDesc}</h3>}
        <MessageText text={message.content} />
        <p className="facts cluster remark mt-6">
          <Status>{typeNames[message.messageType]}</Status>
          <span>{describeAudience(message)}</span>
          <span>{formatPeriod(message)}</span>
          {message.changedBy && <span>by {message.changedBy}</span>}
        </p>
      </div>
      <div className="acts flex">
        {state === 'ENDED' ? (
          <Button {...near} icon={Copy} onClick={() => onAct({ kind: 'again', message })}>
            {`Copy as new: ${name}`}
          </Button>
        ) : (
          <>
            <Button {...near} icon={Pencil} onClick={() => onAct({ kind: 'change', message })}>
              {`Change ${name}`}
            </Button>
            <Button {...near} icon={CircleStop} onClick={() => onEnd(message)}>
              {`End ${name}`}
            </Button>
          </>
        )}
        <Button {...near} icon={Trash2} onClick={() => onAct({ kind: 'remove', message })}>
          {`Remove ${name}`}
        </Button>
      </div>
    </li>
  )
}
