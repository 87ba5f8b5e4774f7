import { Eye } from 'lucide-react'
import type { CSSProperties } from 'react'
import { grouped } from '#kit/web/in-words.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import { useRecordPieces } from '../record/web/record-pieces.tsx'
import { seriesName } from '../rules.ts'
import { Cover } from './catalogue-parts.tsx'
import {
  detailsAddress,
  folderItemOf,
  type HitView,
  mainIdentifier,
  mainSubjects,
  makerOf,
  titleOf,
  yearOf,
} from './hit-facts.ts'
import { InScript, InScriptContext } from './in-script.tsx'
import { searchByPhrase, searchByValue } from './search-links.ts'
import { ResourceType } from './type-icon.tsx'

const maxSubjects = 4

/** Each record with its cover, facts and actions, always in the same places. */
export function HitList({ hits, first, words }: { hits: HitView[]; first: number; words: string[] }) {
  const widest = grouped(first + hits.length - 1).length
  return (
    <ol className="hits" start={first} style={{ '--digits': widest } as CSSProperties}>
      {hits.map((hit, i) => (
        <InScriptContext key={hit._id} value={hit._source.inScript}>
          <HitItem hit={hit} number={first + i} words={words} />
        </InScriptContext>
      ))}
    </ol>
  )
}

function HitItem({ hit, number, words }: { hit: HitView; number: number; words: string[] }) {
  const { DownloadedMark, DownloadRecord, FolderToggle } = useRecordPieces()
  const { title, series, targetAudienceText, imageFileName, publisher, deweyFull, scisType } = hit._source
  const identifier = mainIdentifier(hit)
  const subjects = mainSubjects(hit, maxSubjects)
  return (
    <li className="hit stack gap-18 line-below">
      <span className="no num remark text-right pt-4" aria-hidden>
        {grouped(number)}
      </span>
      <Cover imageFileName={imageFileName} title={titleOf(hit)} by={makerOf(hit)} />
      <div className="hit-text">
        <h2 className="title-huge plain-links">
          <Link href={detailsAddress(hit._id)}>
            <Marked text={titleOf(hit)} words={words} />
          </Link>
          <InScript of={title.titlePrimary} />
        </h2>
        {title.noteStmOfResponsibility && (
          <p className="by ink-2">
            <Marked text={title.noteStmOfResponsibility} words={words} />
            <InScript of={title.noteStmOfResponsibility} />
          </p>
        )}
        <ul className="facts num flow aside gap-4-14 mt-8">
          <li>
            <ResourceType type={scisType} />
          </li>
          <Fact value={yearOf(hit)} />
          <Fact value={targetAudienceText[0]} />
          <Fact value={publisher} />
          {series[0] && (
            <li>
              <Link href={searchByPhrase('series', seriesName(series[0]))}>{series[0]}</Link>
            </li>
          )}
        </ul>
        <ul className="facts num flow aside gap-4-14 mt-2">
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
          <li className="of-school">
            <DownloadedMark id={hit._id} />
          </li>
        </ul>
        {subjects.length > 0 && (
          <ul className="subjects flow mt-6 dotted plain-links" aria-label="Subjects">
            {subjects.map((subject) => (
              <li className="text-small" key={subject}>
                <Link href={searchByValue('subjects', subject)}>
                  <Marked text={headingText(subject)} words={words} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="actions stack gap-8 content-start no-print">
        <FolderToggle item={folderItemOf(hit)} />
        <DownloadRecord id={hit._id} title={titleOf(hit)} />
        <LinkButton icon={Eye} href={detailsAddress(hit._id)} className="view-record">
          View<span className="only-heard">: {titleOf(hit)}</span>
        </LinkButton>
      </div>
    </li>
  )
}

const Fact = ({ value }: { value: string | undefined }) => (value ? <li>{value}</li> : null)
