import { type ReactNode, useState } from 'react'
import { type Enrichment, recordApi } from '#features/catalogue/record/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'
import { ReadMore } from '#ui/read-more.tsx'
import { detailsAddress } from '../../web/hit-facts.ts'

/** Data of LibraryThing and Syndetics about the book, each named. Shows nothing if they are off or have none. */
export function RecordOutside({ isbn }: { isbn: string }) {
  const libraryThing = useLatestReply(recordApi.libraryThing, { isbnValue: isbn }).reply?.response
  const syndetics = useLatestReply(recordApi.syndetics, { isbnValue: isbn }).reply?.response
  return (
    <>
      {syndetics && <Source name="Syndetics" knows={syndetics} />}
      {libraryThing && <Source name="LibraryThing" knows={libraryThing} />}
    </>
  )
}

function Source({ name, knows: { coverUrl, summary, reviews, similar } }: { name: string; knows: Enrichment }) {
  if (!coverUrl && !summary && reviews.length === 0 && similar.length === 0) return null
  return (
    <section className="record-part record-outside stack gap-8 line-above pt-18" aria-label={`From ${name}`}>
      <div className="part-head split items-baseline text-small gap-4-14">
        <h2>From {name}</h2>
      </div>
      <div className="outside flex gap-28 items-start">
        {coverUrl && <OutsideCover address={coverUrl} name={name} />}
        <div className="stack gap-12 min-w-0 pre-line">
          {summary && <ReadMore text={summary} />}
          {reviews.map(({ source, text }) => (
            <Attributed key={source} by={source}>
              <ReadMore text={text} />
            </Attributed>
          ))}
          {similar.length > 0 && (
            <Attributed by="Other editions in the catalogue">
              <ul>
                {similar.map(({ id, title, year }) => (
                  <li key={id}>
                    <Link href={detailsAddress(id)}>{title}</Link> {year && <span className="quiet num">{year}</span>}
                  </li>
                ))}
              </ul>
            </Attributed>
          )}
        </div>
      </div>
    </section>
  )
}

const Attributed = ({ by, children }: { by: string; children: ReactNode }) => (
  <div>
    <h3>{by}</h3>
    {children}
  </div>
)

/** A source without a cover answers with a picture of one pixel. */
function OutsideCover({ address, name }: { address: string; name: string }) {
  const [none, setNone] = useState(false)
  if (none) return null
  return (
    <img
      src={address}
      alt={`Cover at ${name}`}
      width={96}
      loading="lazy"
      decoding="async"
      onLoad={(event) => setNone(event.currentTarget.naturalWidth < 10)}
      onError={() => setNone(true)}
    />
  )
}
