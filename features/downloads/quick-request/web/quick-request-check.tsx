import { Download, ListChecks, RotateCw, ScanBarcode, Undo2 } from 'lucide-react'
import { lazy, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Content } from '#features/downloads/contract.ts'
import { useSettings } from '#features/school/settings/web/settings-parts.tsx'
import { counted, grouped, nounOf } from '#kit/web/format.ts'
import { useWhenIdle } from '#kit/web/use-when-idle.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { useNarrow } from '#ui/use-narrow.ts'
import { words as say } from '../../messages.ts'
import { ContentChoice } from '../../web/content-choice.tsx'
import { formats } from '../../web/request-labels.ts'
import type { Draft } from './draft.ts'
import type { IdentifierList } from './identifier-list.ts'
import type { RowActions } from './identifier-rows.tsx'
import { type Counts, countStates, describeCounts, problemsFirst, rowState } from './row-state.ts'
import { tooManySentence } from './too-many.ts'
import { useOnline } from './use-online.ts'
import type { useTitles } from './use-titles.ts'

const fetchRows = () => import('./identifier-rows.tsx')
const IdentifierRows = lazy(async () => ({ default: (await fetchRows()).IdentifierRows }))
/** Not needed before something is found. */
const AlreadyHave = lazy(async () => ({ default: (await import('./already-have.tsx')).AlreadyHave }))
/** Before anybody has typed a number. */
const prepareRows = () => void fetchRows().catch(() => undefined)

/** Beside the field: the identifiers read from it, their matches, and the send button. */
export function QuickRequestCheck(props: {
  list: IdentifierList
  lookup: ReturnType<typeof useTitles>
  caret: number
  actions: RowActions
  draft: Draft
  content: Content
  onDraft: (change: Partial<Draft>) => void
  busy: boolean
  /** The keys of identifiers that are left out of the request. */
  leftOut: ReadonlySet<string>
  leavesOut: boolean
  onHave: (keys: ReadonlySet<string>) => void
  onLeaveOut: (on: boolean) => void
  cleared: boolean
  onClear: () => void
  onUndo: () => void
}) {
  const { list, lookup, actions, draft, content, onDraft, busy } = props
  const { rows, over } = list
  const { titles, problem, again } = lookup
  const failed = problem !== null
  const online = useOnline()
  const counts = useMemo(() => countStates(rows, titles, failed), [rows, titles, failed])
  const caret = useDeferredValue(props.caret)
  const worked = useMemo(() => rowAt(list, caret), [list, caret])
  // As in quick-request.css: the rows are below the field and scroll with the page.
  const narrow = useNarrow(860)
  const [chosen, choose] = useState<Telling>()
  const only = chosen !== undefined && over === 0 && counts[chosen] > 0 ? chosen : undefined
  const shown = useMemo(
    () =>
      only ? rows.filter((row) => rowState(row, titles, failed).is === only) : problemsFirst(rows, titles, failed),
    [rows, only, titles, failed],
  )
  // The list follows the caret unless that would hide the problems at its top.
  const rank = worked && rowState(worked, titles, failed).is
  const follows = shown[0] === undefined || rank !== 'found' || rowState(shown[0], titles, failed).is === 'found'
  const current = worked && follows ? shown.indexOf(worked) : -1
  useSpokenCounts(counts, over)
  useWhenIdle(prepareRows)

  return (
    <section className="check-pane cards stack min-w-0" aria-labelledby="checked">
      <div className="sum cluster mb-6">
        <h2 id="checked" className={over > 0 ? 'num over nowrap grow ink-bad' : 'num nowrap grow'}>
          {rows.length === 0 ? say.nothingYet : inWords(rows.length - (over > 0 ? 0 : counts.twice), over)}
        </h2>
        {over === 0 && <CountTags counts={counts} only={only} onChoose={choose} />}
        {over > 0 && Number.isFinite(over) && <Status tone="bad">{say.tooMany({ count: grouped(over) })}</Status>}
        {counts.found > 0 && (
          <LazyPart quiet>
            <AlreadyHave
              rows={rows}
              titles={titles}
              leavesOut={props.leavesOut}
              onHave={props.onHave}
              onLeaveOut={props.onLeaveOut}
            />
          </LazyPart>
        )}
      </div>
      {failed && online && (
        <p className="cluster aside gap-4-14 mb-8" role="status">
          {problem.messages[0]} {say.withoutTitles}{' '}
          <Button look="bare" icon={RotateCw} onClick={again}>
            {say.tryAgain}
          </Button>
        </p>
      )}
      {rows.length > 0 ? (
        <LazyPart fallback={<Skeleton lines={3} />}>
          <IdentifierRows
            rows={shown}
            titles={titles}
            failed={failed || over > 0}
            whenChecked={over > 0 ? say.checkedOnceFewer : say.checkedOnRequest}
            current={current === -1 ? undefined : current}
            boxed={!narrow}
            actions={actions}
          />
        </LazyPart>
      ) : (
        <HowTo />
      )}
      {props.cleared && (
        <p className="cleared gap-4-14 mb-8">
          {say.clearedSentence}{' '}
          <Button icon={Undo2} onClick={props.onUndo}>
            {say.undo}
          </Button>
        </p>
      )}
      <div className="about-file stack mt-18">
        <TextField
          id="request-name"
          label={say.requestName}
          value={draft.name}
          maxLength={200}
          autoComplete="off"
          placeholder={say.nameExample}
          onChange={(event) => onDraft({ name: event.target.value })}
        />
        <div>
          <ContentChoice value={content} onChange={(chosen) => onDraft({ content: chosen })} />
          <FormHint content={content} />
        </div>
      </div>
      <div className="send flex gap-10 line-above mt-22 pt-16">
        <Button onClick={props.onClear} disabled={rows.length === 0 && draft.name === ''}>
          {say.clear}
        </Button>
        <Button type="submit" look="main" busy={busy}>
          {!online
            ? say.saveForLater
            : over > 0
              ? say.requestRecords
              : sendLabel(rows.length, counts, props.leftOut.size)}
        </Button>
      </div>
    </section>
  )
}

const inWords = (count: number, over = 0) =>
  over === Number.POSITIVE_INFINITY
    ? say.moreThan({ count: grouped(count) })
    : `${grouped(count + over)} ${nounOf(count, say.identifier, say.identifiersInText)}`

function sendLabel(rows: number, counts: Counts, leftOut: number) {
  const settled = counts.checking === 0 && counts.unchecked === 0
  const records = counts.found - leftOut
  if (settled && records > 0) return say.request({ things: counted(records, say.record, say.records) })
  const identifiers = rows - counts.twice - leftOut
  return identifiers > 0 ? say.request({ things: inWords(identifiers) }) : say.requestRecords
}

/** The row at the caret, or the last one before it. */
function rowAt({ rows }: IdentifierList, caret: number) {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.from <= caret) low = middle + 1
    else high = middle
  }
  return rows[low - 1]
}

/** Announces the counts once everything is checked, not at every key. */
function useSpokenCounts(counts: Counts, over: number) {
  const announced = useRef('')
  const words = over > 0 ? tooManySentence(over) : counts.checking > 0 ? '' : describeCounts(counts)
  useEffect(() => {
    if (words === '' || words === announced.current) return
    const timer = setTimeout(() => {
      announced.current = words
      announce(words)
    }, 700)
    return () => clearTimeout(timer)
  }, [words])
}

/** Instructions for first-time users. */
function HowTo() {
  return (
    <ol className="how-to aside stack line-around unlisted gap-20">
      <li className="stack gap-14 items-start">
        <Icon className="rounded on-accent-soft ink-link" of={ScanBarcode} />
        <span>
          <strong className="block weight-600 ink">{say.stepEnter}</strong> {say.stepEnterHow}
        </span>
      </li>
      <li className="stack gap-14 items-start">
        <Icon className="rounded on-accent-soft ink-link" of={ListChecks} />
        <span>
          <strong className="block weight-600 ink">{say.stepSee}</strong> {say.stepSeeHow}
        </span>
      </li>
      <li className="stack gap-14 items-start">
        <Icon className="rounded on-accent-soft ink-link" of={Download} />
        <span>
          <strong className="block weight-600 ink">{say.stepRequest}</strong> {say.stepRequestHow}
        </span>
      </li>
    </ol>
  )
}

const tags = [
  { is: 'found', tone: 'ok', words: say.found },
  { is: 'proposed', tone: 'warn', words: say.toConfirm },
  { is: 'missing', tone: 'plain', words: say.notFoundInText },
  { is: 'twice', tone: 'warn', words: say.duplicate },
  { is: 'wrong', tone: 'bad', words: say.toFix },
] as const satisfies { is: keyof Counts; tone: Tone; words: string }[]

/** A state that rows can be filtered by. */
type Telling = (typeof tags)[number]['is']

/** The number of rows in each state; pressing one shows only those rows. */
function CountTags({
  counts,
  only,
  onChoose,
}: {
  counts: Counts
  only: Telling | undefined
  onChoose: (is: Telling | undefined) => void
}) {
  return (
    <>
      {counts.checking > 0 && <Status>{say.beingChecked({ count: grouped(counts.checking) })}</Status>}
      {tags.map(
        ({ is, tone, words }) =>
          counts[is] > 0 && (
            <button
              key={is}
              type="button"
              className={`status ${tone}`}
              aria-pressed={only === is}
              title={only === is ? say.showAll : say.showOnly}
              onClick={() => onChoose(only === is ? undefined : is)}
            >
              {grouped(counts[is])} {is === 'twice' ? nounOf(counts[is], words, say.duplicates) : words}
            </button>
          ),
      )}
    </>
  )
}

/** The format of the future file, by the school's settings. */
function FormHint({ content }: { content: Content }) {
  const { settings } = useSettings()
  if (!settings) return <p className="ink-3 text-note">&nbsp;</p>
  const format = formats[settings.downloadFileFormat]
  return (
    <p className="ink-3 text-note">
      {content === 'DATA_ONLY' && `${say.oneFile({ format })} `}
      {content === 'IMAGE_ONLY' && `${say.coversFile} `}
      {content === 'DATA_AND_IMAGE' &&
        (settings.downloadImageAlone ? `${say.twoFiles({ format })} ` : `${say.zipFile({ format })} `)}
      <Link href="/mySettings">
        {say.change}
        <span className="only-heard"> {say.fileSettings}</span>
      </Link>
    </p>
  )
}
