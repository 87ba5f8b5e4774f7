import './authorities.css'
import { LibraryBig } from 'lucide-react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser, useSignInOn } from '#features/account/web/account-parts.tsx'
import { authoritiesApi } from '#features/downloads/authorities/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
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
        hint="Only library staff can download authority files. You can view every heading in the thesaurus."
      >
        <LinkButton look="main" href="/discover/thesaurus">
          Search the thesaurus
        </LinkButton>
      </Forbidden>
    )
  return (
    <div className="authorities">
      <title>{name}</title>
      <header className="stack gap-6 pb-26">
        <h1>{name}</h1>
        <p className="lead measure ink-2">
          Authority records for all subject, name and series headings, with their variants and related headings.
        </p>
      </header>
      <Files />
    </div>
  )
}

function Files() {
  const files = useLatestReply(authoritiesApi.authorityFiles, {})
  const releases = useLatestReply(authoritiesApi.authorityReleases, {})
  const leaving = useSignInOn(files.problem, 400)
  const problem = files.problem ?? releases.problem
  if (files.reply && releases.reply) {
    const [latest, ...earlier] = releases.reply.response
    if (latest) return <LatestRelease release={latest} earlier={earlier} allowed={files.reply.sAFDownloadAllowed} />
    return (
      <EmptyState
        icon={LibraryBig}
        title="No release yet"
        hint="Authority files are made within minutes of headings being loaded. Until then, you can search the thesaurus."
      >
        <LinkButton look="main" href="/discover/thesaurus">
          Search the thesaurus
        </LinkButton>
      </EmptyState>
    )
  }
  if (problem && !leaving) {
    const retry = () => {
      files.again()
      releases.again()
    }
    return <ErrorBox messages={problemOf(problem).messages} onRetry={retry} />
  }
  return <Skeleton lines={8} width="80%" />
}
