import './saved-searches.css'
import { BookmarkPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { problemOf } from '#kit/web/fetch-json.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { SavedSearchesTable } from './saved-searches-table.tsx'
import { useSavedSearches } from './use-saved-searches.ts'

const name = 'Saved searches'

export function SavedSearchesScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <Forbidden
        title={name}
        hint="Only library staff can save searches. You can search the catalogue, and see your recent searches there."
      >
        <LinkButton look="main" href="/discover">
          Search the catalogue
        </LinkButton>
      </Forbidden>
    )
  return <SavedSearches email={me?.user.email ?? ''} />
}

function SavedSearches({ email }: { email: string }) {
  const { reply, problem, again } = useSavedSearches()
  const searches = reply?.response
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(0)
  const count = searches?.length ?? 0
  // The pressed button of a removed search disappears with its row.
  useEffect(() => {
    if (count < before.current) heading.current?.focus()
    before.current = count
  }, [count])
  return (
    <div className="saved-searches">
      <title>{name}</title>
      <h1 className="no-outline" tabIndex={-1} ref={heading}>
        {name}
      </h1>
      {searches && searches.length > 0 && (
        <p className="quiet num mt-2 text-small">
          {searches.length === 1 ? 'One search' : `${searches.length} searches`} checked once a day. We email new
          records to {email}.
        </p>
      )}
      {searches ? (
        searches.length > 0 ? (
          <SavedSearchesTable searches={searches} />
        ) : (
          <EmptyState
            icon={BookmarkPlus}
            title="No saved searches yet"
            hint="Search the catalogue and choose “Save this search” above the results. We check it daily and email you when new records match."
          >
            <LinkButton look="main" href="/discover">
              Search the catalogue
            </LinkButton>
          </EmptyState>
        )
      ) : problem ? (
        <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
      ) : (
        <Skeleton lines={6} width="80%" />
      )}
    </div>
  )
}
