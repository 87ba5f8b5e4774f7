import { highestTotal, type Order } from '#features/catalogue/rules.ts'
import { grouped } from '#kit/web/in-words.ts'
import { Select } from '#ui/form/field.tsx'
import { type Columns, fileOf } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { rangeSummary } from '#ui/table/pages.ts'
import type { HeadingHit, HeadingReference } from '../contract.ts'
import { changeThesaurus, type ThesaurusState, thesaurusOrders, thesaurusPageSize } from './thesaurus-state.ts'

const orders = thesaurusOrders.map(({ selectedOrder, orderByOperator, label }) => ({
  value: `${selectedOrder} ${orderByOperator}`,
  label,
}))

/** The number of headings, their order, and the page as a file. */
export function ThesaurusBar(props: {
  state: ThesaurusState
  /** The search that the displayed headings belong to. */
  answered: ThesaurusState
  hits: HeadingHit[]
  total: number | undefined
  searching: boolean
  onChange: (state: ThesaurusState) => void
}) {
  const { state, answered, hits, total, searching, onChange } = props
  const first = (answered.page - 1) * thesaurusPageSize + 1
  const last = first + hits.length - 1
  const order = (value: string) => {
    const [selectedOrder, orderByOperator] = value.split(' ') as [string, Order]
    onChange(changeThesaurus(state, { selectedOrder, orderByOperator }))
  }
  return (
    <div className="thesaurus-bar cluster spread line-below">
      <p className="num" role="status">
        {searching && 'Searching …'}
        {total !== undefined && rangeSummary(answered.page, thesaurusPageSize, total, 'heading', highestTotal)}
      </p>
      <div className="controls wrap items-end">
        {total !== 0 && (
          <Select
            label="Sort"
            options={orders}
            value={`${state.selectedOrder} ${state.orderByOperator}`}
            onChange={(event) => order(event.target.value)}
          />
        )}
        {hits.length > 0 && (
          <ExportButton
            name={`Headings ${grouped(first)}–${grouped(last)}`}
            read={() => fileOf(headingColumns(first), hits)}
          />
        )}
      </div>
    </div>
  )
}

const names = (references: HeadingReference[]) => references.map(({ heading }) => heading).join('; ')

/** Columns of the file of a page of headings, numbered from `first`. */
export const headingColumns = (first: number): Columns<HeadingHit> => [
  { head: 'No.', csv: (_, index) => first + index },
  { head: 'Heading', csv: ({ _source }) => _source.heading },
  { head: 'Kind', csv: ({ _source }) => _source.kind },
  { head: 'Authority', csv: ({ _source }) => _source.topicAuthority || _source.nameAuthority },
  { head: 'Records', csv: ({ _source }) => _source.recordCount },
  { head: 'Used for', csv: ({ _source }) => _source.variants.join('; ') },
  { head: 'Broader', csv: ({ _source }) => names(_source.broader) },
  { head: 'Narrower', csv: ({ _source }) => names(_source.narrower) },
  { head: 'Related', csv: ({ _source }) => names(_source.related) },
  { head: 'Earlier', csv: ({ _source }) => names(_source.earlier) },
  { head: 'Later', csv: ({ _source }) => names(_source.later) },
  { head: 'Note', csv: ({ _source }) => _source.note },
  { head: 'Record number', csv: ({ _source }) => _source.recordId },
]
