import { useState } from 'react'
import { counted, grouped } from '#kit/web/format.ts'
import { headingText, schemeMark, schemeName } from '#marc/crosswalk/subject-schemes.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import { ReadMore } from '#ui/read-more.tsx'
import type { HeadingReference, HeadingSource } from '../contract.ts'
import { addressOfHeading } from '../rules.ts'
import { quotedHeading, standardAddress, thesaurusAddress } from './headings-parts.tsx'
import { SchemeTag } from './scheme-parts.tsx'

const maxReferences = 12
const maxNoteLength = 260

/** A heading with its see-from references and its related headings. */
export function HeadingEntry({ source, words }: { source: HeadingSource; words: string[] }) {
  const { heading, recordId, recordCount, variants, kind, isSubject, note, topicAuthority } = source
  const alsoIn = source.schemes.filter((scheme) => scheme !== topicAuthority)
  const around = [source.broader, source.narrower, source.related, source.earlier, source.later]
  const hasBody = note !== '' || variants.length > 0 || around.some(({ length }) => length > 0)
  return (
    <li className="heading-entry stack line-below">
      <div className="entry-head">
        <h2 className="title-huge anywhere plain-links">
          {recordCount > 0 ? (
            <Link href={addressOfHeading(heading, source)}>
              <Marked text={headingText(heading)} words={words} />
            </Link>
          ) : (
            <Marked text={headingText(heading)} words={words} />
          )}
        </h2>
        <p className="what flow items-baseline remark gap-4-14 mt-4">
          {isSubject && (
            <span className="flex gap-6 items-baseline">
              <SchemeTag scheme={topicAuthority} only={alsoIn.length === 0} />
              {alsoIn.length > 0 && `also in ${alsoIn.map(schemeMark).join(', ')}`}
            </span>
          )}
          <span>
            {kindName(kind)} · {schemeName(topicAuthority || source.nameAuthority)}
          </span>
          {isSubject && (
            <Link className="tall-24" href={standardAddress(recordId)}>
              In the standard<span className="only-heard">: {headingText(heading)}</span>
            </Link>
          )}
        </p>
      </div>
      <p className="records num ink-3 text-small text-right plain-links">
        {recordCount > 0 ? (
          // The heading's own target again, for a pointer only: skipped by the Tab key.
          <Link href={addressOfHeading(heading, source)} tabIndex={-1}>
            {recordsOf(recordCount)}
          </Link>
        ) : (
          'No records'
        )}
      </p>
      {hasBody && (
        <div className="entry-body content-start text-small stack gap-8">
          {note && <ReadMore text={note} limit={maxNoteLength} />}
          <dl className="heading-references stack text-small gap-2 plain-links">
            {variants.length > 0 && (
              <div>
                <dt className="remark">Used for</dt>
                <dd>
                  <Folded label="other forms" items={variants}>
                    {(variant) => <Marked text={headingText(variant)} words={words} />}
                  </Folded>
                </dd>
              </div>
            )}
            <References name="Broader" to={source.broader} />
            <References name="Narrower" to={source.narrower} />
            <References name="Related" to={source.related} />
            <References name="Earlier" to={source.earlier} />
            <References name="Later" to={source.later} />
          </dl>
        </div>
      )}
    </li>
  )
}

function References({ name, to }: { name: string; to: HeadingReference[] }) {
  if (to.length === 0) return null
  return (
    <div>
      <dt className="remark">{name}</dt>
      <dd>
        <Folded label={`${name.toLowerCase()} headings`} items={to.map(({ heading }) => heading)}>
          {(heading) => {
            const text = headingText(heading)
            // A heading without a record here would not be found.
            return to.find((each) => each.heading === heading)?.recordId ? (
              <Link href={thesaurusAddress({ query: quotedHeading(heading) })}>{text}</Link>
            ) : (
              text
            )
          }}
        </Folded>
      </dd>
    </div>
  )
}

/** The first entries of a long list; a button shows the rest. */
function Folded({
  label,
  items,
  children,
}: {
  label: string
  items: string[]
  children: (item: string) => React.ReactNode
}) {
  const [unfolded, unfold] = useState(false)
  const all = [...new Set(items)]
  const folds = all.length > maxReferences + 1
  const references = folds && !unfolded ? all.slice(0, maxReferences) : all
  return (
    <>
      <ul className="values flow dotted">
        {references.map((item) => (
          <li className="relative anywhere" key={item}>
            {children(item)}
          </li>
        ))}
      </ul>
      {folds && (
        <Button look="bare" aria-expanded={unfolded} onClick={() => unfold(!unfolded)}>
          {unfolded ? 'Show fewer' : `Show ${grouped(all.length - maxReferences)} more`}
          <span className="only-heard"> {label}</span>
        </Button>
      )}
    </>
  )
}

const recordsOf = (count: number) => counted(count, 'record')

const kindName = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1)
