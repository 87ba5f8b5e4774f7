import { deepestHit, exportEnds, highestTotal, type Order } from '#features/catalogue/rules.ts'
import { call } from '#kit/web/call.ts'
import { Select } from '#ui/form/field.tsx'
import { type Columns, everyLine, fileOf } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { rangeSummary } from '#ui/table/pages.ts'
import { type HeadingHit, type HeadingReference, headingsApi } from '../contract.ts'
import { maxHeadings } from '../rules.ts'
import {
  changeThesaurus,
  headingQueryOf,
  ofVocabulary,
  type ThesaurusState,
  thesaurusOrders,
  thesaurusPageSize,
  type Vocabulary,
} from './thesaurus-state.ts'

const orders = thesaurusOrders.map(({ selectedOrder, orderByOperator, label }) => ({
  value: `${selectedOrder} ${orderByOperator}`,
  label,
}))

const vocabularyOptions: { value: Vocabulary; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'scis', label: 'SCIS' },
  { value: 'scot', label: 'ScOT' },
  { value: 'other', label: 'Others' },
]

/** The number of headings, their order, and all of them as a file. */
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
  const order = (value: string) => {
    const [selectedOrder, orderByOperator] = value.split(' ') as [string, Order]
    onChange(changeThesaurus(state, { selectedOrder, orderByOperator }))
  }
  return (
    <div className="thesaurus-bar split items-center line-below">
      <p className="num" role="status">
        {searching && 'Searching…'}
        {total !== undefined && rangeSummary(answered.page, thesaurusPageSize, total, 'heading', highestTotal)}
      </p>
      <div className="controls flow items-end gap-10 no-print">
        {['all', 'subjects'].includes(state.selectedThesaurus) && (
          <Select
            label="Vocabulary"
            options={vocabularyOptions}
            value={state.vocabulary}
            onChange={({ target }) =>
              onChange(changeThesaurus(state, ofVocabulary(state.selectedThesaurus, target.value as Vocabulary)))
            }
          />
        )}
        {total !== 0 && (
          <Select
            label="Sort by"
            options={orders}
            value={`${state.selectedOrder} ${state.orderByOperator}`}
            onChange={(event) => order(event.target.value)}
          />
        )}
        {hits.length > 0 && (
          <ExportButton
            name="Headings found"
            note={exportEnds(total ?? 0)}
            read={async () => fileOf(headingColumns, await everyLine((page) => readPage(answered, page), idOf))}
          />
        )}
      </div>
    </div>
  )
}

const names = (references: HeadingReference[]) => references.map(({ heading }) => heading).join('; ')

const idOf = ({ _id }: HeadingHit) => _id

async function readPage(search: ThesaurusState, page: number) {
  const query = headingQueryOf({ ...search, page }, maxHeadings)
  const { hits } = await call(headingsApi.searchHeadings, { bodybuilderquery: JSON.stringify(query) })
  return { response: hits.hits, totalCount: Math.min(hits.total, deepestHit) }
}

/** Columns of the file. */
export const headingColumns: Columns<HeadingHit> = [
  { head: 'No.', csv: (_, index) => index + 1 },
  { head: 'Heading', csv: ({ _source }) => _source.heading },
  { head: 'Type', csv: ({ _source }) => _source.kind },
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
