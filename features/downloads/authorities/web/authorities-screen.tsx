import './authorities.css'
import { LibraryBig } from 'lucide-react'
import { useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser, useSignInOn } from '#features/account/web/account-parts.tsx'
import { authoritiesApi } from '#features/downloads/authorities/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { LatestRelease } from './latest-release.tsx'

const name = 'Authority files'

export function AuthoritiesScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <Forbidden
        title={name}
        hint="Authority files are downloaded by the staff of a library. You can look at every heading in the thesaurus."
      >
        <LinkButton look="main" href="/discover/thesaurus">
          Search the headings
        </LinkButton>
      </Forbidden>
    )
  return (
    <div className="authorities">
      <title>{name}</title>
      <header className="stack gap-6 pb-26">
        <h1>{name}</h1>
        <p className="lead measure ink-2">
          The authority records of all subject, name and series headings: the form that is used, the forms that lead to
          it, and the headings around it.
        </p>
      </header>
      <Files />
    </div>
  )
}

function Files() {
  const files = useLatestReply(authoritiesApi.authorityFiles, {})
  const releases = useLatestReply(authoritiesApi.authorityReleases, {})
  const [attempt, setAttempt] = useState(0)
  const leaving = useSignInOn(files.problem, 400)
  const problem = files.problem ?? releases.problem
  const late = useTooLong(!(files.reply && releases.reply) && !problem, attempt)
  if (files.reply && releases.reply) {
    const [latest, ...earlier] = releases.reply.response
    if (latest) return <LatestRelease release={latest} earlier={earlier} allowed={files.reply.sAFDownloadAllowed} />
    return (
      <EmptyState
        icon={LibraryBig}
        title="No release yet"
        hint="The authority files are made within minutes after headings have been loaded. Until then you can search the headings that there are."
      >
        <LinkButton look="main" href="/discover/thesaurus">
          Search the headings
        </LinkButton>
      </EmptyState>
    )
  }
  if ((problem && !leaving) || late) {
    const retry = () => {
      setAttempt(attempt + 1)
      files.again()
      releases.again()
    }
    return <ErrorBox messages={problemOf(problem).messages} onRetry={retry} />
  }
  return <Skeleton lines={8} width="80%" />
}
