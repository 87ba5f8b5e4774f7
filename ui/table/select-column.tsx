import './select-column.css'
import type { ReactNode } from 'react'
import { Checkbox } from '../form/field.tsx'
import type { Selection } from './use-selection.ts'

/** The heading of a column of boxes: chooses all rows, or none. `noun` of what a row is, in the plural. */
export const SelectAllHeader = ({ selection, count, noun }: { selection: Selection; count: number; noun: string }) => (
  <th scope="col" className="check-cell">
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = selection.extent === 'some'
      }}
      checked={selection.extent === 'all'}
      label={
        <>
          <span className="only-heard">
            Select all {count.toLocaleString()} {noun}
          </span>
          <span className="narrow-word" aria-hidden>
            Select all
          </span>
        </>
      }
      onChange={selection.toggleAll}
    />
  </th>
)

/** A row's own box; with the shift key everything since the last one follows it. `name` of the row. */
export const SelectBox = ({ selection, id, name }: { selection: Selection; id: string; name: ReactNode }) => (
  <Checkbox
    className="row-check"
    checked={selection.chosen.has(id)}
    label={<span className="only-heard">Select {name}</span>}
    onChange={(event) => selection.toggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
  />
)
