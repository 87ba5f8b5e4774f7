import './quick-request.css'
import { Search } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { goTo } from '#kit/web/history.ts'
import { announce } from '#ui/announce.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/notices.tsx'
import { showToast } from '#ui/toast.tsx'
import { type Draft, keepDraft, readDraft } from './draft.ts'
import { IdentifierField } from './identifier-field.tsx'
import { askableKeys, type IdentifierRow, identitiesOf, readIdentifiers, replaceIn } from './identifier-list.ts'
import { mayRequest, NotForThem } from './not-for-them.tsx'
import { QuickRequestCheck } from './quick-request-check.tsx'
import { type Refusal, refusalOf } from './refusal.ts'
import { searchByTitle } from './search-by-title.ts'
import { moreTime, sendRequest } from './send-request.ts'
import { tooManySentence } from './too-many.ts'
import { useTitles } from './use-titles.ts'

const nothingTyped = 'Please enter at least one identifier.'

export function QuickRequestScreen() {
  const me = useCurrentUser()
  if (me && !mayRequest(me)) return <NotForThem me={me} />
  return <QuickRequest owner={me?.user.id ?? ''} />
}

function QuickRequest({ owner }: { owner: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<Draft>(() => readDraft(owner))
  const [cleared, setCleared] = useState<Draft>()
  const [caret, setCaret] = useState(0)
  const [refusal, setRefusal] = useState<Refusal[]>([])
  const [busy, setBusy] = useState(false)

  // Typing draws the field at once; the rows follow when the browser has time.
  const text = useDeferredValue(draft.text)
  const list = useMemo(() => readIdentifiers(text), [text])
  const lookup = useTitles(useMemo(() => (list.over > 0 ? [] : askableKeys(list.rows)), [list]))

  useEffect(() => keepDraft(owner, draft), [owner, draft])
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) field.current?.focus()
  }, [])

  const write = useCallback((next: string) => {
    setDraft((before) => ({ ...before, text: next }))
    setCleared(undefined)
    setRefusal([])
  }, [])
  const actions = useMemo(
    () => ({
      onReplace: (row: IdentifierRow, by: string) => {
        const area = field.current!
        write(replaceIn(area.value, row, by))
        area.focus()
        announce(by ? `Replaced by ${by}` : `${row.typed} removed`)
      },
      onEdit: ({ from, to }: IdentifierRow) => {
        field.current?.focus()
        field.current?.setSelectionRange(from, to)
      },
    }),
    [write],
  )

  const clear = () => {
    setCleared(draft)
    setDraft({ text: '', name: '' })
    setRefusal([])
    field.current?.focus()
    announce('Cleared')
  }
  const undo = () => {
    if (cleared) setDraft(cleared)
    setCleared(undefined)
    field.current?.focus()
  }

  const send = async () => {
    if (busy) return
    const { rows, over } = readIdentifiers(draft.text)
    if (over > 0) return setRefusal([{ id: 'identifiers', text: tooManySentence(over) }])
    if (rows.length === 0) return setRefusal([{ id: 'identifiers', text: nothingTyped }])
    setRefusal([])
    setBusy(true)
    try {
      const sent = await sendRequest(identitiesOf(rows), draft.name)
      if (sent === 'unanswered' || sent.waits) showToast({ tone: 'warn', text: moreTime })
      if (sent === 'unanswered') {
        const name = draft.name.trim()
        goTo(`/downloadRequest?status=SCHEDULED${name ? `&name=${encodeURIComponent(name)}` : ''}`)
      } else {
        keepDraft(owner, { text: '', name: '' })
        goTo(`/downloadRequest/${encodeURIComponent(sent.id)}`)
      }
    } catch (error) {
      setRefusal(error instanceof Problem ? refusalOf(error) : [{ text: genericSentence }])
      if (!(error instanceof Problem)) console.error(error)
      setBusy(false)
    }
  }

  return (
    <div className="quick-request">
      <title>Quick request</title>
      <h1>Quick request</h1>
      <p className="lead">
        Scan, type or paste ISBNs, ISSNs, barcodes or record numbers, as many as 4,000. Each one is checked as it
        arrives.
      </p>
      <ErrorSummary title="The request was not sent" errors={refusal} />
      <form
        className="work"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="write">
          <IdentifierField
            field={field}
            value={draft.text}
            error={list.over > 0 ? tooManySentence(list.over) : refusal.find(({ id }) => id === 'identifiers')?.text}
            onChange={write}
            onCaret={setCaret}
            onSend={send}
          />
          <LinkButton href={searchByTitle()} icon={Search}>
            Search by title
          </LinkButton>
        </div>
        <QuickRequestCheck
          list={list}
          lookup={lookup}
          caret={caret}
          actions={actions}
          name={draft.name}
          onName={(name) => setDraft((before) => ({ ...before, name }))}
          busy={busy}
          cleared={cleared !== undefined}
          onClear={clear}
          onUndo={undo}
        />
      </form>
    </div>
  )
}
