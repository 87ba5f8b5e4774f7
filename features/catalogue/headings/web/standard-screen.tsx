import './letters.css'
import './standard.css'
import { ListX } from 'lucide-react'
import { useMemo } from 'react'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { headingsApi } from '../contract.ts'
import { FindHeading } from './find-heading-parts.tsx'
import { standardAddress, thesaurusAddress } from './headings-parts.tsx'
import { readFragment } from './safe-elements.ts'
import { StandardContent, titleIn } from './standard-content.tsx'

const title = 'Browse Subject Headings'

/** The subject headings from A to Z, as a tree, and each alone: pages that the server renders. */
export function StandardScreen() {
  const { id: fileName = 'index' } = useParams()
  const { reply, problem, stale, again } = useLatestReply(headingsApi.standard, { fileName })
  const html = typeof reply === 'string' ? reply : undefined
  const body = useMemo(() => (html === undefined ? undefined : readFragment(html)), [html])
  const kind = kindOfPage(fileName)
  const name = body && titleIn(body)?.textContent
  return (
    <div className="standard-screen stack one-column gap-14">
      <title>{kind === 'heading' && name && !stale ? `${name} – subject headings` : title}</title>
      <div className="standard-head split items-center gap-12-24 no-print">
        {kind === 'heading' ? (
          <BackLink fallback={{ href: standardAddress('index'), title }} />
        ) : (
          <BackLink always fallback={{ href: '/catServices', title: 'Cataloguing services' }} />
        )}
        <FindHeading />
      </div>
      {kind !== 'heading' && <IndexHead kind={kind} />}
      {problem ? (
        problem.status === 404 ? (
          <NoSuchPage top={kind === 'heading'} />
        ) : (
          <ErrorBox messages={problem.messages} onRetry={again} />
        )
      ) : body === undefined ? (
        <Skeleton lines={6} width="60%" />
      ) : (
        <div className={stale ? 'dimmed' : undefined} aria-busy={stale}>
          <StandardContent body={body} titled={kind === 'heading'} />
        </div>
      )}
    </div>
  )
}

function IndexHead({ kind }: { kind: 'index' | 'tree' }) {
  return (
    <>
      <h1>{title}</h1>
      <nav className="views tabs no-print" aria-label="Views of the headings">
        <Link href={standardAddress('index')} aria-current={kind === 'index' ? 'true' : undefined}>
          A–Z
        </Link>
        <Link href={standardAddress('tree')} aria-current={kind === 'tree' ? 'true' : undefined}>
          Tree
        </Link>
      </nav>
    </>
  )
}

const NoSuchPage = ({ top }: { top: boolean }) => (
  <EmptyState
    top={top}
    icon={ListX}
    title="We couldn’t find this page of the subject headings"
    hint="The heading may have been replaced. Search for it, or browse."
  >
    <LinkButton look="main" href={standardAddress('index')}>
      Browse A–Z
    </LinkButton>
    <LinkButton href={standardAddress('tree')}>Browse the tree</LinkButton>
    <LinkButton href={thesaurusAddress({ query: '' })}>Search the thesaurus</LinkButton>
  </EmptyState>
)

/**
 * `index`, `index-a` and `index-a-2` are pages from A to Z, `tree` and `tree-<id>` of the tree; all others are
 * headings.
 */
const kindOfPage = (fileName: string): 'index' | 'tree' | 'heading' =>
  /^index(-|$)/.test(fileName) ? 'index' : /^tree(-|$)/.test(fileName) ? 'tree' : 'heading'
