import { useState } from 'react'
import { searchByWords, useSuggestions } from '#features/catalogue/web/catalogue-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { RecordLine } from './record-line.tsx'
import type { RecordToAttach } from './record-to-attach.ts'

/** Finds any other record of the catalogue in place, by its title or a number. */
export function PickRecord({ onPick }: { onPick: (record: RecordToAttach) => void }) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const found = useSuggestions(typed)
  const titles = found?.titles.filter(({ id }) => id !== found.record?.id) ?? []
  const records = found?.record ? [found.record, ...titles] : titles
  return (
    <div className="pick-record">
      <TextField
        label="Another record"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="A title, an ISBN or a record number"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="only-heard" role="status">
        {found && `${records.length} records found`}
      </p>
      {records.length > 0 && (
        <ul className="records">
          {records.map(({ id, title, responsibility }) => (
            <RecordLine key={id} record={{ recordId: id, title, responsibility, identifiers: [] }} onPick={onPick} />
          ))}
        </ul>
      )}
      {found && (
        <p className="quiet">
          {records.length === 0 && 'No record begins like this. '}
          <Link href={searchByWords(typed)} target="_blank" rel="noopener">
            Search the whole catalogue for it
          </Link>{' '}
          in a new window, and enter the number of the record here.
        </p>
      )}
    </div>
  )
}
