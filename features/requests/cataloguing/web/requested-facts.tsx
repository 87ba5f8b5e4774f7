import type { ItemText } from '#features/requests/rules.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { ReadMore } from '#ui/read-more.tsx'
import type { WholeWorkView } from './work-labels.ts'

const names: Record<ItemText, string> = {
  title: 'Title',
  standardNumber: 'Standard number',
  authors: 'Authors',
  subtitles: 'Subtitles',
  series: 'Series',
  publisher: 'Publisher',
  publicationDate: 'Year',
  publicationPlace: 'Place',
  pages: 'Pages',
  url: 'Address',
  additionalInfo: 'Additional information',
}
const order = Object.keys(names) as ItemText[]

type StatedFact = { value: string; by: string[] }

/** The schools' details; where they differ, which school gave which. */
export function RequestedFacts({ items }: { items: WholeWorkView['items'] }) {
  const facts = order
    .map((name) => ({ name, told: valuesOf(items, name).filter(({ value }) => value !== '') }))
    .filter(({ told }) => told.length > 0)
  return (
    <section aria-labelledby="asked">
      <h2 id="asked">Request details</h2>
      {facts.length === 0 ? (
        <p className="quiet">The school gave no details. See the item itself and its pictures.</p>
      ) : (
        <dl className="asked-facts stack mt-6">
          {facts.map(({ name, told }) => (
            <div className="stack line-above" key={name}>
              <dt className="ink-3 text-small">{names[name]}</dt>
              {told.map(({ value, by }) => (
                <dd className="anywhere" key={value}>
                  <Value name={name} value={value} />
                  {told.length > 1 && <span className="by remark block">{by.join(', ')}</span>}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Value({ name, value }: { name: ItemText; value: string }) {
  if (name === 'additionalInfo')
    return (
      <div className="pre-line">
        <ReadMore text={value} />
      </div>
    )
  return (
    <span className="value gap-4 items-center inline-row">
      {name === 'url' && /^(?:https?|ftp):\/\//i.test(value) ? (
        <a href={value} target="_blank" rel="noopener noreferrer">
          {value}
        </a>
      ) : (
        <span className={name === 'standardNumber' ? 'code' : undefined}>{value}</span>
      )}
      <CopyButton text={value} label={`Copy ${names[name].toLowerCase()}`} />
    </span>
  )
}

/** Each value once, with the schools that gave it. */
function valuesOf(items: WholeWorkView['items'], name: ItemText): StatedFact[] {
  const values = new Map<string, string[]>()
  for (const item of items) {
    const value = item[name].trim()
    const by = values.get(value) ?? []
    values.set(value, by.includes(item.organisation) ? by : [...by, item.organisation])
  }
  return [...values].map(([value, by]) => ({ value, by }))
}
