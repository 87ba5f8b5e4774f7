import './quick-request.css'
import { type ComponentType, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { RoleHomeRedirect, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { newKey } from '#kit/new-key.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { goTo } from '#kit/web/history.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { announce } from '#ui/announce.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { words as say } from '../../messages.ts'
import { useFirstContent } from '../../web/first-content.ts'
import { rememberChoice } from '../../web/last-choice.ts'
import { type Refusal, refusalOf } from '../../web/refusal.ts'
import { sendRequest } from '../../web/send-request.ts'
import { type FoundHit, type FoundRecord, foundRecord, withConfirmed } from './ask-titles.ts'
import { addedSince, keepDraft } from './draft.ts'
import { IdentifierField } from './identifier-field.tsx'
import { askableKeys, chosenOf, type IdentifierRow, identitiesOf, readIdentifiers } from './identifier-list.ts'
import { numberOf } from './number-of.ts'
import { OtherWays } from './other-ways.tsx'
import { QuickRequestCheck } from './quick-request-check.tsx'
import { tooManySentence } from './too-many.ts'
import { useRequestDraft } from './use-request-draft.ts'
import { useTitles } from './use-titles.ts'

const fetchWaiting = () => Promise.all([import('./waiting-codes.ts'), import('./waiting-notice.tsx')])
const WaitingNotice = lazyWhenIdle(async () => (await fetchWaiting())[1].WaitingNotice)

const nothingTyped = say.nothingTyped
const none: ReadonlySet<string> = new Set()

/** The home of a school's staff. `Below` may load later. */
export function QuickRequestScreen({ Below }: { Below?: ComponentType }) {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <RoleHomeRedirect me={me} />
  return (
    <>
      <QuickRequest owner={me?.user.id ?? ''} />
      {Below && (
        <LazyPart quiet>
          <Below />
        </LazyPart>
      )}
    </>
  )
}

function QuickRequest({ owner }: { owner: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const askForTitle = useRef<(words: string) => void>(undefined)
  /** The row that the title search will replace. */
  const without = useRef<IdentifierRow>(undefined)
  const [refusal, setRefusal] = useState<Refusal[]>([])
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const [had, setHad] = useState(none)
  const [leavesOut, leaveOut] = useState(false)
  const leftOut = leavesOut ? had : none
  const { draft, put, write, actions, caret, setCaret, cleared, undo, latest } = useRequestDraft(
    owner,
    field,
    useCallback(() => setRefusal([]), []),
  )

  const first = useFirstContent()
  const content = draft.content ?? first

  // Typing updates the field at once; the rows follow when the browser has time.
  const text = useDeferredValue(draft.text)
  const list = useMemo(() => readIdentifiers(text), [text])
  const lookup = useTitles(useMemo(() => (list.over > 0 ? [] : askableKeys(list.rows)), [list]))
  const titles = useMemo(() => withConfirmed(lookup.titles, draft.confirmed), [lookup.titles, draft.confirmed])
  const listed = useMemo(
    () =>
      new Set(
        list.rows.flatMap(({ key }) => (titles.get(key) ?? []).flatMap(({ id, heldAs }) => (heldAs ? [] : [id]))),
      ),
    [list, titles],
  )

  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) field.current?.focus()
  }, [])

  const rowActions = useMemo(
    () => ({
      onReplace: (row: IdentifierRow, by: string) => {
        actions.replace(row, by)
        field.current?.focus()
        announce(by ? say.replacedBy({ number: by }) : say.removed({ name: row.typed }))
      },
      onConfirm: (row: IdentifierRow, record: FoundRecord) => {
        actions.confirm(row.key, record.id)
        announce(say.confirmed({ title: record.title }))
      },
      onUndoConfirm: (row: IdentifierRow) => {
        actions.confirm(row.key, undefined)
        announce(say.confirmationUndone)
      },
      onEdit: ({ from, to }: IdentifierRow) => {
        field.current?.focus()
        field.current?.setSelectionRange(from, to)
      },
      onSearchTitle: (row: IdentifierRow) => {
        without.current = row
        askForTitle.current?.(row.title ?? '')
      },
    }),
    [actions],
  )

  const addTitle = (hit: FoundHit) => {
    const row = without.current
    without.current = undefined
    const { titlePrimary } = hit._source.title
    if (listed.has(hit._id)) return announce(say.alreadyListed({ title: titlePrimary }))
    const { typed, key } = numberOf(hit)
    lookup.know(key, foundRecord(hit))
    const stands = row && latest.current.text.slice(row.from, row.to) === row.typed
    if (stands) actions.replace(wordsOf(row, list.rows), typed)
    else actions.append(typed)
    announce(say.added({ title: titlePrimary }))
  }

  const send = async () => {
    if (busy) return
    const { rows: all, over } = readIdentifiers(draft.text)
    const rows = all.filter(({ key }) => !leftOut.has(key))
    if (over > 0) return setRefusal([{ id: 'identifiers', text: tooManySentence(over) }])
    if (rows.length === 0)
      return setRefusal([{ id: 'identifiers', text: all.length > 0 ? say.allLeftOut : nothingTyped }])
    setRefusal([])
    setBusy(true)
    const { name } = draft
    if (draft.content) rememberChoice({ content: draft.content })
    const codes = {
      key: newKey(),
      identities: identitiesOf(rows),
      chosen: chosenOf(rows, draft.confirmed),
      name,
      content,
    }
    try {
      const { identities, chosen, key: idempotencyKey } = codes
      const sent = await sendRequest(identities, name, { content, chosen, idempotencyKey })
      if (sent === 'unanswered' || sent.waits) showToast({ tone: 'warn', text: say.moreTime })
      if (sent === 'unanswered') {
        const from = { href: '/', title: say.quickRequest }
        const { unansweredAddress } = await import('../../web/unanswered-address.ts')
        goTo(unansweredAddress({ type: 'IDENTIFIERS', name: draft.name.trim(), from }))
      } else {
        keepDraft(owner, addedSince(draft, latest.current))
        goTo(`/downloadRequest/${encodeURIComponent(sent.id)}`)
      }
    } catch (error) {
      const problem = problemOf(error)
      const kept = problem.status === 0 && (await fetchWaiting().catch(() => undefined))?.[0].keepCodes(owner, codes)
      if (kept) {
        put(addedSince(draft, latest.current))
        field.current?.focus()
      } else setRefusal(refusalOf(problem))
      setBusy(false)
    }
  }

  return (
    <div className="quick-request">
      <title>{say.quickRequest}</title>
      <div className="row gap-4">
        <h1>{say.quickRequest}</h1>
        <HelpLink href="/help/downloads#quick-request" about={say.helpTopic} />
      </div>
      <p className="lead ink-2">{say.lead}</p>
      <LazyPart quiet>
        <WaitingNotice owner={owner} typed={{ latest, put, actions }} field={field} />
      </LazyPart>
      <ErrorSummary title={say.notSent} refusal={refusal} errors={refusal} />
      <form
        className="work stack items-start"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="write stack gap-14">
          <IdentifierField
            field={field}
            value={draft.text}
            error={list.over > 0 ? tooManySentence(list.over) : refusal.find(({ id }) => id === 'identifiers')?.text}
            onChange={write}
            onCaret={setCaret}
            onSend={send}
          />
          <OtherWays
            key={round}
            ask={askForTitle}
            listed={listed}
            titles={titles}
            onTitle={addTitle}
            onCode={actions.append}
            onSwap={actions.swap}
          />
        </div>
        <QuickRequestCheck
          list={list}
          lookup={{ ...lookup, titles }}
          caret={caret}
          actions={rowActions}
          draft={draft}
          content={content}
          onDraft={put}
          busy={busy}
          leftOut={leftOut}
          leavesOut={leavesOut}
          onHave={setHad}
          onLeaveOut={leaveOut}
          cleared={cleared}
          onClear={() => {
            actions.clear()
            // Notices about files are removed with their lines.
            setRound((last) => last + 1)
          }}
          onUndo={undo}
        />
      </form>
    </div>
  )
}

/** If words are in place of a number, the record replaces all of them. */
function wordsOf(row: IdentifierRow, rows: IdentifierRow[]): { from: number; to: number } {
  if (row.title === undefined) return row
  const words = rows.filter(({ line, title }) => line === row.line && title !== undefined)
  return { from: Math.min(...words.map(({ from }) => from)), to: Math.max(...words.map(({ to }) => to)) }
}
