import '../../web/record.css'
import { ExternalLink, SearchX } from 'lucide-react'
import { lazy, useState } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { useLocation, useParams } from '#kit/web/router.tsx'
import { useReply } from '#kit/web/use-api.ts'
import { headingText, schemeName } from '#marc/crosswalk/subject-schemes.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, Skeleton } from '#ui/notices.tsx'
import { ReadMore } from '#ui/read-more.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Cover } from '../../web/catalogue-parts.tsx'
import { type HitView, makerOf, titleOf } from '../../web/hit-facts.ts'
import { InScript, InScriptContext } from '../../web/in-script.tsx'
import { searchByValue } from '../../web/search-links.ts'
import { InThesaurus } from './in-thesaurus.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordFacts, type RecordView } from './record-facts.tsx'
import { useRecordPieces } from './record-pieces.tsx'

// Loaded on demand: these come later on the page, in a tab, or only when the record was opened from results.
const RecordSeries = lazy(async () => ({ default: (await import('./record-series.tsx')).RecordSeries }))
const RecordOutside = lazy(async () => ({ default: (await import('./record-outside.tsx')).RecordOutside }))
const RecordNeighbours = lazy(async () => ({ default: (await import('./record-neighbours.tsx')).RecordNeighbours }))
const MarcView = lazy(async () => ({ default: (await import('./marc-view.tsx')).MarcView }))

/** The longest record number, and the longest value that a search accepts. */
const maxNumberLength = 256

export function RecordScreen() {
  const { sourceId = '' } = useParams()
  return sourceId.length > maxNumberLength ? <NoRecord /> : <RecordByNumber number={sourceId} />
}

function RecordByNumber({ number }: { number: string }) {
  const { hits } = useReply(catalogueApi.record, {
    bodybuilderquery: JSON.stringify({ query: { term: { _id: number } } }),
  }).hits
  const hit = hits[0]
  if (!hit) return <NoRecord number={number} />
  return (
    <InScriptContext value={hit._source.inScript}>
      <Record key={hit._id} hit={hit} marcXml={hit._source.bibMarcData} />
    </InScriptContext>
  )
}

function NoRecord({ number }: { number?: string }) {
  return (
    <>
      <title>Record not found</title>
      <BackLink />
      <EmptyState
        top
        icon={SearchX}
        title="We couldn’t find this record"
        hint={`No catalogue record has ${number ? `the number ${number}` : 'this number'}. It may have been withdrawn.`}
      >
        <LinkButton href="/discover/results/">Search the catalogue</LinkButton>
      </EmptyState>
    </>
  )
}

function Record({ hit, marcXml }: { hit: HitView & { _source: RecordView }; marcXml: string | undefined }) {
  const { DownloadedMark } = useRecordPieces()
  const [view, setView] = useState('details')
  const ofSchool = Boolean(useCurrentUser()?.customer)
  const { search } = useLocation()
  const { title, imageFileName } = hit._source
  const name = titleOf(hit)
  return (
    <article className="record stack">
      <title>{name}</title>
      <div className="record-ways split items-center gap-8-16">
        <BackLink />
        {new URLSearchParams(search).has('results') && (
          <LazyPart quiet>
            <RecordNeighbours id={hit._id} address={search} />
          </LazyPart>
        )}
      </div>
      <header>
        <h1>
          {name}
          <InScript of={title.titlePrimary} />
        </h1>
        {title.noteStmOfResponsibility && (
          <p className="by mt-4 ink-2 text-large">
            {title.noteStmOfResponsibility}
            <InScript of={title.noteStmOfResponsibility} />
          </p>
        )}
        {ofSchool && (
          <p className="of-school mt-6">
            <DownloadedMark id={hit._id} />
          </p>
        )}
      </header>
      <div className="record-side stack gap-16 content-start">
        <Cover imageFileName={imageFileName} title={name} by={makerOf(hit)} size="large" />
        <RecordActions hit={hit} />
      </div>
      <div className="record-main">
        <Tabs
          label="Views of the record"
          selected={view}
          onSelect={setView}
          tabs={[
            { id: 'details', label: 'Details', panel: <Details source={hit._source} /> },
            {
              id: 'marc',
              label: 'MARC',
              panel: marcXml ? (
                <LazyPart fallback={<Skeleton lines={12} />}>
                  <MarcView xml={marcXml} />
                </LazyPart>
              ) : (
                <EmptyState
                  title="You need a subscription to see MARC"
                  hint={
                    ofSchool ? 'Your school has no current subscription.' : 'Schools with a subscription can see it.'
                  }
                >
                  {ofSchool && <LinkButton href="/subscriptions">View your subscriptions</LinkButton>}
                </EmptyState>
              ),
            },
          ]}
        />
      </div>
    </article>
  )
}

function Details({ source }: { source: RecordView }) {
  const isbn = source.isbn13[0] ?? source.isbn[0]
  return (
    <div className="record-details stack gap-20">
      {source.url.length > 0 && (
        <ul className="record-links">
          {source.url.map(({ href, label }) => (
            <li className="flex gap-8 items-start" key={href}>
              <Icon className="mt-6 ink-3" of={ExternalLink} small />
              <a href={href} target="_blank" rel="noopener noreferrer">
                {label || href}
                <span className="only-heard"> (opens in a new window)</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {source.description && <ReadMore text={source.description} />}
      <LongInScript of={source.description} />
      <RecordFacts source={source} />
      <RecordSubjects headings={source.subjectHeadings} />
      {source.contents && (
        <section className="record-part stack gap-8 line-above pt-18">
          <h2>Contents</h2>
          <ReadMore text={source.contents} />
          <LongInScript of={source.contents} />
        </section>
      )}
      <LazyPart quiet>
        <RecordSeries source={source} />
        {isbn && <RecordOutside key={isbn} isbn={isbn} />}
      </LazyPart>
    </div>
  )
}

/** A summary or a list of contents, line by line. */
const LongInScript = ({ of }: { of: string }) =>
  [...new Set(of.split('\n'))].map((line) => <InScript key={line} of={line} />)

/** Subject headings under their scheme, each a search link. */
function RecordSubjects({ headings }: { headings: HitView['_source']['subjectHeadings'] }) {
  if (headings.length === 0) return null
  const byScheme = Object.entries(Object.groupBy(headings, ({ scheme }) => scheme))
  return (
    <section className="record-part stack gap-8 line-above pt-18">
      <h2>Subjects</h2>
      <dl className="facts-table stack">
        {byScheme.map(([scheme, members]) => (
          <div key={scheme}>
            <dt className="ink-3 text-small">{schemeName(scheme)}</dt>
            <dd>
              <ul className="values flow dotted">
                {[...new Set(members?.map(({ heading }) => heading))].map((heading) => (
                  <li key={heading}>
                    <Link href={searchByValue('subjects', heading)}>{headingText(heading)}</Link>
                    <InScript of={heading} />
                    <InThesaurus heading={heading} of="subjects" />
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
