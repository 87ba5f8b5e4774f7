import { useId } from 'react'
import { Link } from '#ui/link.tsx'
import type { FactLine } from './candidate-facts.ts'
import { RecordCover } from './record-cover.tsx'
import type { ShownRecord } from './use-record.ts'

/** One of several records: its box, its cover and what it says, line by line as its neighbours do. */
export function Candidate({
  id,
  record,
  lines,
  at,
  titleDiffers,
  taken,
  onToggle,
}: {
  id: string
  record: ShownRecord | undefined
  lines: readonly FactLine[]
  /** Its place in each line. */
  at: number
  titleDiffers: boolean
  taken: boolean
  onToggle: () => void
}) {
  const facts = useId()
  if (!record) return <p className="candidate gone why">Record {id} is no longer in the catalogue.</p>
  const title = record.title.titlePrimary || `Record ${id}`
  return (
    <article className={taken ? 'candidate taken' : 'candidate'}>
      <label className="check">
        <input type="checkbox" checked={taken} aria-describedby={facts} onChange={onToggle} />
        <RecordCover title={title} imageFileName={record.imageFileName} />
        <span className="candidate-title">{titleDiffers ? <mark>{title}</mark> : title}</span>
      </label>
      <dl id={facts}>
        {lines.map(({ name, values, differs }) => (
          <div key={name} className={differs ? 'differs' : undefined}>
            <dt>{name}</dt>
            <dd>{values[at] ? differs ? <mark>{values[at]}</mark> : values[at] : <span className="quiet">–</span>}</dd>
          </div>
        ))}
      </dl>
      <Link className="whole" href={`/discover/details/${encodeURIComponent(id)}`} target="_blank" rel="noopener">
        Whole record<span className="only-heard"> {id}, in a new window</span>
      </Link>
    </article>
  )
}
