import { CircleCheck } from 'lucide-react'
import { lazy, useEffect, useMemo, useRef } from 'react'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { announce } from '#ui/announce.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState, Skeleton } from '#ui/notices.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { type TabItem, Tabs } from '#ui/tabs.tsx'
import { editingOf, listOf, type Stage } from '../../web/request-stage.ts'
import type { RequestView } from '../../web/send-request.ts'
import { MatchedRecords } from './matched-records.tsx'

/** Loaded on demand: most people only look at the matches. */
const UnmatchedIdentifiers = lazy(async () => ({
  default: (await import('../../unmatched/web/unmatched-identifiers.tsx')).UnmatchedIdentifiers,
}))
/** Loaded on demand: few requests have open choices. */
const ChooseRecords = lazy(async () => ({
  default: (await import('../../choices/web/choose-records.tsx')).ChooseRecords,
}))

/** Loaded on demand: few requests are of headings. */
const MatchedHeadings = lazy(async () => ({ default: (await import('./matched-headings.tsx')).MatchedHeadings }))

const coming = <Skeleton lines={6} width="80%" />

export type RequestTab = 'matched' | 'unmatched' | 'choices'

/** Matched and unmatched in tabs with their counts; several records for one identifier in a third. */
export function RequestLists({
  request,
  stage,
  tab,
  onTab,
  onChoose,
  take,
  again,
  opened,
}: {
  request: RequestView
  stage: Stage
  /** The chosen tab; undefined for the first one with content. */
  tab: RequestTab | undefined
  onTab: (tab: RequestTab) => void
  /** Opens the tab of open choices. */
  onChoose: () => void
  take: (changed: DownloadRequest) => void
  again: () => void
  /** Each new object moves the focus to the chosen tab, also when the lists come later than the press. */
  opened: object | undefined
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!opened) return
    box.current?.scrollIntoView?.({ block: 'start' })
    focusTabIn(box.current)
  }, [opened])
  const { identities, matchedRecords, unmatchedRecords, requestName, choices } = request
  const requested = useMemo(() => listOf(identities), [identities])
  const matched = useMemo(() => listOf(matchedRecords), [matchedRecords])
  const unmatched = useMemo(() => listOf(unmatchedRecords), [unmatchedRecords])
  const editing = editingOf(request, stage)
  const confirm = async (identifier: string, id: string) => {
    try {
      const { response } = await call(manageApi.chooseRecords, {
        requestId: request.id,
        chosen: [{ identifier, ids: [id] }],
      })
      announce(`${identifier} confirmed. We’re updating the file.`)
      take(response)
      // The focused row has been removed.
      focusTabIn(box.current)
    } catch (error) {
      toastFailure(error)
      again()
    }
  }
  if (stage !== 'ready' && matched.length + unmatched.length + choices.length === 0) return null
  if (request.requestType === 'AUTHORITY')
    return (
      <div className="request-lists cards mt-8" ref={box}>
        {matched.length > 0 && (
          <LazyPart fallback={coming}>
            <MatchedHeadings ids={matched} />
          </LazyPart>
        )}
      </div>
    )
  const tabs: (TabItem & { id: RequestTab })[] = [
    {
      id: 'matched',
      label: 'Matched',
      count: matched.length,
      panel:
        matched.length > 0 ? (
          <LazyPart fallback={coming}>
            <MatchedRecords
              ids={matched}
              identities={requested}
              name={`${requestName}, matched`}
              removal={{ requestId: request.id, editing, take, again }}
            />
          </LazyPart>
        ) : (
          <p className="none quiet">No identifiers in this request have a record in the file.</p>
        ),
    },
    {
      id: 'unmatched',
      label: 'Unmatched',
      count: unmatched.length,
      marked: unmatched.length > 0,
      panel:
        unmatched.length > 0 ? (
          <LazyPart fallback={coming}>
            <UnmatchedIdentifiers
              requestId={request.id}
              identifiers={unmatched}
              unmatchedReasons={request.unmatchedReasons}
              name={`${requestName}, unmatched`}
              proposals={editing === 'failed' ? [] : choices}
              editing={editing}
              onConfirm={confirm}
              onChoose={onChoose}
            />
          </LazyPart>
        ) : (
          <EmptyState icon={CircleCheck} title="Every identifier has a record" />
        ),
    },
  ]
  // A failed request has no file to choose records for.
  if (choices.length > 0 && editing !== 'failed')
    tabs.push({
      id: 'choices',
      label: choicesLabel(choices),
      count: choices.length,
      panel: (
        <LazyPart fallback={coming}>
          <ChooseRecords request={request} take={take} again={again} />
        </LazyPart>
      ),
    })
  const first = tabs.find(({ count }) => count !== 0)?.id ?? 'matched'
  return (
    <div className="request-lists cards mt-8" ref={box}>
      <Tabs
        label="Records in this request"
        tabs={tabs}
        selected={tabs.some(({ id }) => id === tab) ? tab! : first}
        onSelect={(id) => onTab(id as RequestTab)}
      />
    </div>
  )
}

const focusTabIn = (box: HTMLElement | null) =>
  box?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()

function choicesLabel(choices: RequestView['choices']): string {
  const held = choices.filter(({ heldAs }) => heldAs).length
  return held === 0 ? 'Several records' : held === choices.length ? 'To confirm' : 'To choose'
}
