import './messages.css'
import './desk-messages.css'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { messagesApi } from '#features/desk/messages/contract.ts'
import { type MessageState, stateOf } from '#features/desk/messages/rules.ts'
import { call } from '#kit/web/call.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { DeskBar } from '#ui/table/desk-bar.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { MessageAct } from './desk-message-line.tsx'
import { DeskMessageLine } from './desk-message-line.tsx'
import { asSent, type MessageView } from './message-labels.ts'

const loadDialogs = () => import('./desk-message-dialogs.tsx')
const Dialogs = lazy(async () => ({ default: (await loadDialogs()).DeskMessageDialogs }))
const near = () => {
  prepareOverlays()
  void loadDialogs().catch(() => undefined)
}

export const DeskMessagesScreen = forDesk(DeskMessages)

const sections: { state: MessageState; title: string }[] = [
  { state: 'SHOWN', title: 'Current' },
  { state: 'PLANNED', title: 'Planned' },
  { state: 'ENDED', title: 'Ended' },
]
/** Number of ended messages shown at first. */
const endedInSight = 5

function DeskMessages() {
  const { reply, problem, again } = useLatestReply(messagesApi.deskMessages, {})
  const [act, setAct] = useState<MessageAct>()
  const [notice, setNotice] = useState<{ sentence: string }>()
  const noticeLine = useRef<HTMLParagraphElement>(null)
  const cache = useQueryClient()
  const now = useNow()
  // The pressed button has moved or disappeared: the confirmation takes its focus, unless that has moved on.
  useEffect(() => {
    const held = document.activeElement
    if (notice && (held === document.body || held?.closest('.acts'))) noticeLine.current?.focus({ preventScroll: true })
  }, [notice])
  const tell = (sentence: string) => {
    setNotice({ sentence })
    announce(sentence)
    again()
    // The author sees a new banner, and the end of one, at once.
    void cache.invalidateQueries({ queryKey: [messagesApi.banner.path] })
  }
  const end = (message: MessageView) =>
    call(messagesApi.endMessage, { id: message.id }).then(
      () => tell('The message has ended. No one will see it again.'),
      toastFailure,
    )
  const messages = reply?.response
  return (
    <div className="desk-messages">
      <DeskHead title="Messages" hint="Messages appear once per session; banners appear above every screen.">
        <Button look="main" icon={Plus} onPointerEnter={near} onFocus={near} onClick={() => setAct({ kind: 'write' })}>
          Write a message
        </Button>
      </DeskHead>
      {notice && (
        <p className="told mt-12 text-small weight-550 ink-ok no-outline" tabIndex={-1} ref={noticeLine}>
          {notice.sentence}
        </p>
      )}
      {problem && !messages ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !messages ? (
        <Skeleton lines={8} width="80%" />
      ) : messages.length === 0 ? (
        <EmptyState title="No messages yet" hint="Write one and choose who sees it, and when." />
      ) : (
        <>
          <DeskBar
            title="Messages"
            found={counted(messages.length, 'message')}
            exported={
              <ExportButton
                name="Messages"
                read={async () => (await import('./desk-messages-csv.ts')).messagesFile(messages, now)}
              />
            }
          />
          {sections.map(({ state, title }) => (
            <Section
              key={state}
              title={title}
              state={state}
              messages={messages.filter((message) => stateOf(asSent(message), now) === state)}
              onAct={setAct}
              onEnd={(message) => void end(message)}
              onNear={near}
            />
          ))}
        </>
      )}
      {act && (
        <LazyPart>
          <Dialogs
            act={act}
            onDone={(sentence) => {
              setAct(undefined)
              tell(sentence)
            }}
            onClose={() => setAct(undefined)}
          />
        </LazyPart>
      )}
    </div>
  )
}

function Section({
  title,
  state,
  messages,
  ...acts
}: {
  title: string
  state: MessageState
  messages: MessageView[]
  onAct: (act: MessageAct) => void
  onEnd: (message: MessageView) => void
  onNear: () => void
}) {
  const [all, showAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  if (messages.length === 0) return null
  const folded = state === 'ENDED' && !all && messages.length > endedInSight + 1
  return (
    <section className="mt-28">
      <h2 ref={heading} tabIndex={-1}>
        {title} <span className="count">{grouped(messages.length)}</span>
      </h2>
      <ul>
        {(folded ? messages.slice(0, endedInSight) : messages).map((message) => (
          <DeskMessageLine key={message.id} message={message} state={state} {...acts} />
        ))}
      </ul>
      {folded && (
        <TextButton
          className="mt-12"
          onClick={() => {
            showAll(true)
            heading.current?.focus()
          }}
        >
          {`Show all ${grouped(messages.length)}`}
        </TextButton>
      )}
    </section>
  )
}

/** Messages that begin or end while the screen is open change their group. */
function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
