import './home-overview.css'
import { useRef, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { requestsApi } from '#features/requests/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Skeleton } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { DownloadsCard, NewRecordsCard, RequestsCard } from './catalogue-cards.tsx'
import { FirstHints, useHints } from './first-hints.tsx'
import { MoneyCard, SearchesCard } from './school-cards.tsx'

const storageKey = 'home-overview'

/** Below the quick request: what is ready, under way, new or due, each one press away. It can be folded away. */
export function HomeOverview() {
  const me = useCurrentUser()
  const heading = useRef<HTMLHeadingElement>(null)
  const [folded, fold] = useState(() => isFolded())
  if (!me?.customer || !isSchoolStaff(me)) return null
  const toggle = () => {
    keepFolded(!folded)
    fold(!folded)
  }
  return (
    <section className="home-overview mt-28" aria-labelledby="home-overview" lang="en-AU">
      <div className="flex spread items-baseline line-below pb-6">
        <h2 className="title-large no-outline" id="home-overview" tabIndex={-1} ref={heading}>
          Overview
        </h2>
        <TextButton aria-expanded={!folded} onClick={toggle}>
          {folded ? 'Show overview' : 'Hide overview'}
        </TextButton>
      </div>
      {!folded && <Cards userId={me.user.id} school={me.customer} onHintsEnd={() => heading.current?.focus()} />}
    </section>
  )
}

type School = NonNullable<NonNullable<ReturnType<typeof useCurrentUser>>['customer']>

function Cards({ userId, school, onHintsEnd }: { userId: string; school: School; onHintsEnd: () => void }) {
  const downloads = useLatestReply(manageApi.listRequests, { pageSize: 30, view: 'shown' })
  const requests = useLatestReply(requestsApi.catalogueRequests, { pageSize: 20, order: 'changed' })
  const { totalCount, hiddenCount } = downloads.reply ?? {}
  const isNew = totalCount === 0 && !hiddenCount && requests.reply?.totalCount === 0
  const hints = useHints(isNew)
  // Hints are above the cards, and the cards must not move when hints arrive.
  if (hints === undefined) return <Skeleton lines={3} />
  return (
    <>
      {hints !== 'ended' && <FirstHints steps={hints} onEnd={onHintsEnd} />}
      <div className="home-cards mt-16">
        {!isNew && (
          <>
            <DownloadsCard {...downloads} />
            <RequestsCard {...requests} />
          </>
        )}
        <MoneyCard school={school} />
        <NewRecordsCard />
        <SearchesCard userId={userId} />
      </div>
    </>
  )
}

function isFolded(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'folded'
  } catch {
    return false
  }
}

function keepFolded(folded: boolean): void {
  try {
    if (folded) localStorage.setItem(storageKey, 'folded')
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is disabled: the overview is open at the next visit.
  }
}
