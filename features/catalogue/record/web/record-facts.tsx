import { lazy, type ReactNode } from 'react'
import type { RecordReply } from '#features/catalogue/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { formatDay } from '#kit/web/format.ts'
import { isbn10Of, printedIssn } from '#marc/isbn.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import type { ResultFacet } from '../../facets.ts'
import { inHost, namesOf, seriesName } from '../../rules.ts'
import { shelfAround } from '../../shelf/web/shelf-parts.ts'
import { InScript } from '../../web/in-script.tsx'
import { searchByPhrase, searchByValue, searchByWords } from '../../web/search-links.ts'
import { ResourceType } from '../../web/type-icon.tsx'
import { InThesaurus } from './in-thesaurus.tsx'

/** A record as the API delivers it to its page. */
export type RecordView = Dated<RecordReply>['hits']['hits'][number]['_source']

const RecordMap = lazy(async () => ({ default: (await import('./record-map.tsx')).RecordMap }))

const isbnForm = 'ISBN form'
type Further = RecordView['facts'][number]
const isOfTitle = ({ label }: Further) => /title$|^Translated from$/.test(label)
const isOfPublication = ({ label }: Further) =>
  /^(?:Also published|Produced|Distributed|Manufactured|Copyright|Frequency|Former frequency|Numbering)$/.test(label)

/** All facts that a cataloguer needs, as name and value; access points are search links. */
export function RecordFacts({ source }: { source: RecordView }) {
  const { isbn13, isbn, issn, otherIdentifier } = source
  const { main, others } = namesOf(source)
  // An invalid ISBN has no 13-digit form.
  const books = [...isbn13, ...isbn.filter((each) => each.length !== 10 && !isbn13.includes(each))]
  const facts = source.facts.filter(({ label }) => label !== isbnForm)
  const published = publishedAs(source)
  // Awards have a row.
  const notes = source.notes.filter((note) => !facts.some(({ text }) => text === note))
  return (
    <dl className="facts-table stack">
      <Fact name="Type">
        <Link href={searchByValue('scisType', source.scisType)}>
          <ResourceType type={source.scisType} />
        </Link>
      </Fact>
      <Fact name={source.variantTitles.length > 1 ? 'Other titles' : 'Other title'}>
        <Lines values={source.variantTitles} />
      </Fact>
      <Fact name="Title in its own script">{source.inScript.length === 0 && source.titleInScript}</Fact>
      <Further facts={facts.filter(isOfTitle)} />
      <Fact name="In">{source.host && <HostLink host={source.host} />}</Fact>
      <Fact name="Published">{published && <Published text={published} source={source} />}</Fact>
      <Further facts={facts.filter(isOfPublication)} />
      <Fact name="Edition">{source.edition && <Beside text={source.edition} />}</Fact>
      <Fact name="Physical">{source.physical}</Fact>
      <Fact name="Author">
        <Phrases field="author" values={main} />
      </Fact>
      <Fact name={others.length > 1 ? 'Contributors' : 'Contributor'}>
        <Phrases field="author" values={others} />
      </Fact>
      <Fact name="Performers">{source.contributor.notePerformers}</Fact>
      <Fact name="Series">
        <Phrases field="series" values={source.series} phraseOf={seriesName} />
      </Fact>
      <Fact name="Dewey">
        <Dewey full={source.deweyFull} abridged={source.deweyAbridged} id={source.id} />
      </Fact>
      <Fact name="Audience">
        <Values field="targetAudienceText" values={source.targetAudienceText} />
      </Fact>
      <Fact name="Reading level">
        <Values field="readingLevel" values={source.readingLevel} />
      </Fact>
      <Fact name="Genre">
        <Values field="genreScis" values={source.genreScis} />
      </Fact>
      <Fact name="Learning area">
        <Values field="scisLearningArea" values={source.scisLearningArea} />
      </Fact>
      <Fact name="Language">
        <Values field="language" values={source.language} />
      </Fact>
      <Fact name="Country">
        <Values field="placeOfPublicationMarcCountry" values={[source.placeOfPublicationMarcCountry].filter(Boolean)} />
      </Fact>
      <Further facts={facts.filter((fact) => !isOfTitle(fact) && !isOfPublication(fact))} areas={source.areas} />
      <Fact name={notes.length > 1 ? 'Notes' : 'Note'}>
        <Lines values={notes} />
      </Fact>
      <Fact name={source.localNotes.length > 1 ? 'Local notes' : 'Local note'}>
        <Lines values={source.localNotes} />
      </Fact>
      <Fact name="ISBN">
        <Numbers kind="ISBN" values={[...new Set(books)]} remarkOf={qualifierOf(source)} />
      </Fact>
      <Fact name="ISSN">
        <Numbers kind="ISSN" values={issn.map(printedIssn)} />
      </Fact>
      <Fact name="Other numbers">
        <Numbers kind="number" values={otherIdentifier} />
      </Fact>
      <Fact name="Record number">
        <Numbers kind="record number" values={[source.id]} />
      </Fact>
      <Fact name="Catalogued">{formatDay(source.voyagerCreateDate ?? null)}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (isNothing(children)) return null
  return (
    <div>
      <dt className="ink-3 text-small">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A list element without values is empty too, so its name is not shown. */
function isNothing(children: ReactNode) {
  if (children === '' || children === false || children === null || children === undefined) return true
  if (typeof children !== 'object' || !('props' in children)) return false
  const { values, full, abridged } = children.props as { values?: unknown[]; full?: string; abridged?: string }
  if (full !== undefined) return !full && !abridged
  return values !== undefined && values.length === 0
}

const Beside = ({ text }: { text: string }) => (
  <>
    {text}
    <InScript of={text} />
  </>
)

/** Place, publisher and date are printed as one; each may have another script. */
function Published({ text, source }: { text: string; source: RecordView }) {
  const { placeOfPublication, publisher } = source
  return (
    <>
      {text}
      <InScript of={placeOfPublication} />
      <InScript of={publisher} />
    </>
  )
}

/** Sentences and titles, one a line. */
function Lines({ values }: { values: string[] }) {
  return (
    <ul>
      {values.map((value) => (
        <li key={value}>
          <Beside text={value} />
        </li>
      ))}
    </ul>
  )
}

function Values({ field, values }: { field: ResultFacet; values: string[] }) {
  return (
    <ul className="values flow dotted">
      {values.map((value) => (
        <li key={value}>
          <Link href={searchByValue(field, value)}>{value}</Link>
          <InScript of={value} />
        </li>
      ))}
    </ul>
  )
}

function Phrases(props: { field: 'author' | 'series'; values: string[]; phraseOf?: (value: string) => string }) {
  const { field, values, phraseOf = (value) => value } = props
  return (
    <ul className="values flow dotted">
      {values.map((value) => (
        <li key={value}>
          <Link href={searchByPhrase(field, phraseOf(value))}>{value}</Link>
          <InScript of={value} />
          <InThesaurus heading={phraseOf(value)} of={field === 'author' ? 'names' : 'series'} />
        </li>
      ))}
    </ul>
  )
}

function Dewey({ full, abridged, id }: { full: string; abridged: string; id: string }) {
  return (
    <ul className="values dewey flow">
      {full && (
        <li className="inline-row tall-24 gap-6 items-center">
          <span className="code num">{full}</span> <small className="remark">full</small>
          <CopyButton text={full} label="Copy full Dewey number" />
        </li>
      )}
      {abridged && (
        <li className="inline-row tall-24 gap-6 items-center">
          <span className="code num">{abridged}</span> <small className="remark">abridged</small>
          <CopyButton text={abridged} label="Copy abridged Dewey number" />
        </li>
      )}
      <li className="tall-24">
        <Link href={shelfAround(id)}>On the shelf</Link>
      </li>
    </ul>
  )
}

/** The qualifier of an ISBN, `hbk.`, by the number in either form. */
function qualifierOf({ facts }: RecordView) {
  const known = new Map(
    facts
      .filter(({ label }) => label === isbnForm)
      .map(({ text }) => [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1)]),
  )
  return (number: string) => known.get(number) ?? known.get(isbn10Of(number)) ?? ''
}

/** Rows of further facts, several of a kind in one. A map is below its coordinates. */
function Further({ facts, areas = [] }: { facts: RecordView['facts']; areas?: RecordView['areas'] }) {
  return Object.entries(Object.groupBy(facts, ({ label }) => label)).map(([label, members = []]) => (
    <Fact key={label} name={label}>
      <ul>
        {members.map(({ text, find }) => (
          <li key={text}>
            {find ? <Link href={searchByWords(find, text)}>{text}</Link> : text}
            <InScript of={text} />
          </li>
        ))}
      </ul>
      {label === 'Coordinates' && areas.length > 0 && (
        <LazyPart quiet>
          <RecordMap areas={areas} />
        </LazyPart>
      )}
    </Fact>
  ))
}

/** The book or journal that an article is in, as a search for it. */
function HostLink({ host }: { host: NonNullable<RecordView['host']> }) {
  const numbers = [host.issn, host.isbn].filter(Boolean).map((number) => `identifier:${number}`)
  const find = [...numbers, `title:"${host.title.replace(/["\\]/g, ' ')}"`].join(' OR ')
  return <Link href={searchByWords(find, host.title)}>{inHost({ host })}</Link>
}

type NumbersProps = { kind: string; values: string[]; remarkOf?: (value: string) => string }

function Numbers({ kind, values, remarkOf = () => '' }: NumbersProps) {
  return (
    <ul className="values numbers flow">
      {values.map((value) => (
        <li className="inline-row tall-24 gap-6 items-center" key={value}>
          <span className="code num">{value}</span>
          {remarkOf(value) && <small className="remark">{remarkOf(value)}</small>}
          <CopyButton text={value} label={`Copy ${kind} ${value}`} />
        </li>
      ))}
    </ul>
  )
}

const publishedAs = ({ placeOfPublication, publisher, dateIssued, dateIssuedMarc }: RecordView) =>
  [
    placeOfPublication && publisher ? `${placeOfPublication} : ${publisher}` : placeOfPublication || publisher,
    dateIssued || dateIssuedMarc,
  ]
    .filter(Boolean)
    .join(', ')
