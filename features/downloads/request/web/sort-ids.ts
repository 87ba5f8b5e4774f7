import type { Order } from '#ui/table/columns.ts'
import type { RecordView } from '../../web/use-record.ts'
import { displayedNumbers } from './displayed-numbers.ts'

type Records = ReadonlyMap<string, RecordView>
type RequestedByKey = ReadonlyMap<string, string>

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/**
 * Records without a value, or that have left the catalogue, come last in both directions; equal ones keep their order.
 */
export function sortIds(
  ids: readonly string[],
  records: Records,
  requested: RequestedByKey,
  { by, descending }: Order,
): string[] {
  const values = new Map(ids.map((id) => [id, sortValue(records.get(id), by, requested)]))
  return [...ids].sort((a, b) => {
    const [one, other] = [values.get(a)!, values.get(b)!]
    if (one === '' || other === '') return Number(one === '') - Number(other === '')
    return collator.compare(one, other) * (descending ? -1 : 1)
  })
}

function sortValue(record: RecordView | undefined, by: string, requested: RequestedByKey) {
  if (!record) return ''
  if (by === 'type') return record.scisType
  if (by === 'year') return String(record.publicationYear ?? '')
  if (by === 'number') return displayedNumbers(record, requested)[0]!
  return record.title.titlePrimary.replace(/^(?:the|an?)\s+(?=\S)/iu, '').replace(/^[^\p{L}\p{N}]+/u, '')
}
