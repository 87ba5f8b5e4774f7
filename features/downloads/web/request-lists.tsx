import { CircleCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { EmptyState } from '#ui/notices.tsx'
import { type TabItem, Tabs } from '#ui/tabs.tsx'
import { MatchedRecords } from './matched-records.tsx'
import { OpenChoices } from './open-choices.tsx'
import { listOf, type Stage } from './request-stage.ts'
import type { ShownRequest } from './send-request.ts'
import { UnmatchedIdentifiers } from './unmatched-identifiers.tsx'

/** Matched and unmatched in tabs with their counts; several records for one identifier in a third. */
export function RequestLists({ request, stage }: { request: ShownRequest; stage: Stage }) {
  const [chosen, choose] = useState<string>()
  const { identities, matchedRecords, unmatchedRecords, requestName } = request
  const asked = useMemo(() => listOf(identities), [identities])
  const matched = useMemo(() => listOf(matchedRecords), [matchedRecords])
  const unmatched = useMemo(() => listOf(unmatchedRecords), [unmatchedRecords])
  const { choices } = request
  if (stage !== 'ready' && matched.length + unmatched.length + choices.length === 0) return null
  const tabs: TabItem[] = [
    {
      id: 'matched',
      label: 'Matched',
      count: matched.length,
      panel:
        matched.length > 0 ? (
          <MatchedRecords ids={matched} identities={asked} name={`${requestName}, matched`} />
        ) : (
          <p className="none quiet">No identifier of this request has a record in the file.</p>
        ),
    },
    {
      id: 'unmatched',
      label: 'Unmatched',
      count: unmatched.length,
      panel:
        unmatched.length > 0 ? (
          <UnmatchedIdentifiers
            identifiers={unmatched}
            unmatchedReasons={request.unmatchedReasons}
            name={`${requestName}, unmatched`}
          />
        ) : (
          <EmptyState icon={CircleCheck} title="Every identifier has a record" />
        ),
    },
  ]
  if (choices.length > 0)
    tabs.push({
      id: 'choices',
      label: 'Several records',
      count: choices.length,
      panel: <OpenChoices choices={choices} name={requestName} />,
    })
  const first = tabs.find((tab) => tab.count !== 0)?.id ?? 'matched'
  return (
    <div className="request-lists">
      <Tabs label="Records of the request" tabs={tabs} selected={chosen ?? first} onSelect={choose} />
    </div>
  )
}
