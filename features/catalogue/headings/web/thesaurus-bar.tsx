import { highestTotal, type Order } from '#features/catalogue/rules.ts'
import { Select } from '#ui/form/field.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { rangeSummary } from '#ui/table/pages.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import type { HeadingHit, HeadingReference } from '../contract.ts'
import { changeThesaurus, type ThesaurusState, thesaurusOrders, thesaurusPageSize } from './thesaurus-state.ts'

const orders = thesaurusOrders.map(({ selectedOrder, orderByOperator, label }) => ({
  value: `${selectedOrder} ${orderByOperator}`,
  label,
}))

/** How many headings were found, in which order they stand, and the page of them as a file. */
export function ThesaurusBar(props: {
  state: ThesaurusState
  /** The search that the headings on screen answer. */
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
    <div className="thesaurus-bar">
      <p className="num" role="status">
        {searching && 'Searching …'}
        {total !== undefined && rangeSummary(answered.page, thesaurusPageSize, total, 'heading', highestTotal)}
      </p>
      <div className="controls">
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
            name={`Headings ${first.toLocaleString()}–${last.toLocaleString()}`}
            read={() => headingsCsv(hits, first)}
          />
        )}
      </div>
    </div>
  )
}

/** A page of headings for a spreadsheet, numbered from `first`. */
export const headingsCsv = (hits: HeadingHit[], first: number): ExportTable => ({
  columns: [
    'No.',
    'Heading',
    'Kind',
    'Authority',
    'Records',
    'Used for',
    'Broader',
    'Narrower',
    'Related',
    'Earlier',
    'Later',
    'Note',
    'Record number',
  ],
  rows: hits.map(({ _source: each }, i) => [
    first + i,
    each.heading,
    each.kind,
    each.topicAuthority || each.nameAuthority,
    each.recordCount,
    each.variants.join('; '),
    names(each.broader),
    names(each.narrower),
    names(each.related),
    names(each.earlier),
    names(each.later),
    each.note,
    each.recordId,
  ]),
})

const names = (references: HeadingReference[]) => references.map(({ heading }) => heading).join('; ')
