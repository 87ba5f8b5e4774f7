import { type ReactNode, useState } from 'react'
import { usePaused } from '#kit/web/use-typed-search.ts'
import { TextField } from '#ui/form/field.tsx'
import { CheckRows } from '#ui/table/check-list.tsx'
import type { ResultFacet } from '../../facets.ts'
import { words as say } from '../../messages.ts'
import { maxContaining } from '../../rules.ts'
import type { SearchState } from '../../web/search-state.ts'
import { useCounts } from './use-counts.ts'

/** Milliseconds after the last key. */
const pauseMs = 200

/** Searches among all values of a facet, of which its list has only the most frequent. */
export function FindValue(props: {
  field: ResultFacet
  legend: string
  state: SearchState
  chosen: readonly string[]
  labelOf: (value: string) => string
  onToggle: (value: string) => void
  onExclude: (value: string) => void
  children: ReactNode
}) {
  const { field, legend, state, chosen, labelOf, onToggle, onExclude, children } = props
  const [text, type] = useState('')
  const containing = usePaused(text.trim(), pauseMs)
  const found = useCounts(state, { terms: { field, containing } }, containing !== '')
  return (
    <div className="stack gap-6">
      <TextField
        type="search"
        label={say.findIn({ list: legend })}
        labelHidden
        placeholder={say.findIn({ list: legend.toLowerCase() })}
        maxLength={maxContaining}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {text.trim() === '' || !found ? (
        children
      ) : (
        <CheckRows
          {...{ chosen, onToggle, onExclude }}
          options={found.map(({ key, doc_count }) => ({ value: key, label: labelOf(key), count: doc_count }))}
        />
      )}
      <p role="status" className="hint">
        {text.trim() !== '' && found?.length === 0 && say.nothingContains({ text: text.trim() })}
      </p>
    </div>
  )
}
