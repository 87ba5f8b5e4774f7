import './saved-searches.css'
import { BookmarkPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
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
        hint="Searches are saved by the staff of a library. You can search the catalogue; what you searched for is listed where the search begins."
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
  const [attempt, setAttempt] = useState(0)
  const searches = reply?.response
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(0)
  const count = searches?.length ?? 0
  // The pressed button of a removed search disappears with its row.
  useEffect(() => {
    if (count < before.current) heading.current?.focus()
    before.current = count
  }, [count])
  const late = useTooLong(!searches && !problem, attempt)
  const retry = () => {
    setAttempt(attempt + 1)
    again()
  }
  return (
    <div className="saved-searches">
      <title>{name}</title>
      <h1 className="no-outline" tabIndex={-1} ref={heading}>
        {name}
      </h1>
      {searches && searches.length > 0 && (
        <p className="quiet num mt-2 text-small">
          {searches.length === 1 ? 'One search' : `${searches.length} searches`} of yours, looked at once a day. New
          records are mailed to {email}.
        </p>
      )}
      {searches ? (
        searches.length > 0 ? (
          <SavedSearchesTable searches={searches} />
        ) : (
          <EmptyState
            icon={BookmarkPlus}
            title="No saved searches yet"
            hint="Search the catalogue and choose “Save this search” above the results. It is then looked at once a day, and a mail tells you of new records that match."
          >
            <LinkButton look="main" href="/discover">
              Search the catalogue
            </LinkButton>
          </EmptyState>
        )
      ) : problem || late ? (
        <ErrorBox messages={problemOf(problem).messages} onRetry={retry} />
      ) : (
        <Skeleton lines={6} width="80%" />
      )}
    </div>
  )
}
