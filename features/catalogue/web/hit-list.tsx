import { lazy } from 'react'
import { grouped } from '#kit/web/format.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import type { Selection } from '#ui/table/use-selection.ts'
import { words as say } from '../messages.ts'
import { folderItemOf } from '../record/web/folder-item.ts'
import { useRecordPieces } from '../record/web/record-pieces.tsx'
import { seriesName } from '../rules.ts'
import { Cover } from './catalogue-parts.tsx'
import { FoundIn } from './found-in.tsx'
import { type HitView, mainIdentifier, mainSubjects, makerOf, titleOf, yearOf } from './hit-facts.ts'
import { InScript, InScriptContext } from './in-script.tsx'
import { recordInResults } from './record-in-results.ts'
import { searchByPhrase, searchByValue } from './search-links.ts'
import type { SearchState } from './search-state.ts'
import { ResourceType } from './type-icon.tsx'

/** Not needed before the list is drawn. */
const HitMore = lazyWhenIdle(async () => (await import('../ticked/web/hit-more.tsx')).HitMore)
/** Only a grouped search draws it. */
const EditionsLink = lazy(async () => ({ default: (await import('./editions-link.tsx')).EditionsLink }))

const maxSubjects = 2

/** Each record with its cover, facts and actions, always in the same places. */
export function HitList(props: {
  hits: HitView[]
  first: number
  words: string[]
  search: SearchState
  ticked: Selection
}) {
  const { hits, first, words, search, ticked } = props
  return (
    <ol className="hits" start={first}>
      {hits.map((hit, i) => (
        <InScriptContext key={hit._id} value={hit._source.inScript}>
          <HitItem
            {...{ hit, words, search, ticked }}
            number={first + i}
            address={recordInResults(hit._id, search, first + i)}
          />
        </InScriptContext>
      ))}
    </ol>
  )
}

function HitItem(props: {
  hit: HitView
  number: number
  words: string[]
  address: string
  search: SearchState
  ticked: Selection
}) {
  const { hit, number, words, address, search, ticked } = props
  const { DownloadedMark, DownloadRecord, FolderToggle } = useRecordPieces()
  const { title, series, targetAudienceText, imageFileName, publisher, deweyFull, scisType } = hit._source
  const identifier = mainIdentifier(hit)
  const subjects = mainSubjects(hit, maxSubjects)
  return (
    <li className="hit stack gap-14 line-below">
      <label className="tick check">
        <input
          type="checkbox"
          aria-label={say.selectNamed({ title: titleOf(hit) })}
          aria-keyshortcuts="X"
          checked={ticked.chosen.has(hit._id)}
          onChange={() => undefined}
          onClick={(event) => ticked.toggle(hit._id, event.shiftKey)}
        />
        <span className="no num remark" aria-hidden>
          {grouped(number)}
        </span>
      </label>
      <Cover imageFileName={imageFileName} title={titleOf(hit)} by={makerOf(hit)} />
      <div className="hit-text">
        <h2 className="title-huge plain-links">
          <Link href={address} aria-keyshortcuts="O">
            <Marked text={titleOf(hit)} words={words} />
          </Link>
          <InScript of={title.titlePrimary} />
        </h2>
        <ul className="by num flow ink-2 gap-0-14">
          {title.noteStmOfResponsibility && (
            <li>
              <Marked text={title.noteStmOfResponsibility} words={words} />
              <InScript of={title.noteStmOfResponsibility} />
            </li>
          )}
          <Fact value={yearOf(hit)} />
          <Fact value={publisher} />
          <li className="text-small">
            <ResourceType type={scisType} />
          </li>
        </ul>
        <ul className="facts num flow aside gap-0-14">
          {deweyFull && (
            <li>
              <span className="quiet-label ink-3">Dewey </span>
              {deweyFull}
            </li>
          )}
          {identifier && (
            <li>
              <span className="quiet-label ink-3">{identifier.kind} </span>
              {identifier.value}
              {identifier.more > 0 && ` +${identifier.more}`}
            </li>
          )}
          <Fact value={targetAudienceText[0]} />
          {series[0] && (
            <li>
              <Link href={searchByPhrase('series', seriesName(series[0]))}>{series[0]}</Link>
            </li>
          )}
          <li className="of-school">
            <DownloadedMark id={hit._id} />
          </li>
        </ul>
        {subjects.length > 0 && (
          <ul className="subjects flow dotted plain-links" aria-label={say.subjects}>
            {subjects.map((subject) => (
              <li className="text-small" key={subject}>
                <Link href={searchByValue('subjects', subject)}>
                  <Marked text={headingText(subject)} words={words} />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {(hit.editions?.count ?? 1) > 1 && (
          <LazyPart quiet>
            <EditionsLink hit={hit} search={search} />
          </LazyPart>
        )}
        <FoundIn hit={hit} words={words} above={subjects.map(headingText)} />
      </div>
      <div className="actions stack content-start no-print">
        <FolderToggle item={folderItemOf(hit)} aria-keyshortcuts="A" />
        <DownloadRecord id={hit._id} title={titleOf(hit)} aria-keyshortcuts="D" />
        <LazyPart quiet>
          <HitMore hit={hit} />
        </LazyPart>
      </div>
    </li>
  )
}

const Fact = ({ value }: { value: string | undefined }) => (value ? <li>{value}</li> : null)
