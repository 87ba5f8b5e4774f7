import './content-choice.css'
import { useId } from 'react'
import type { Content } from '#features/downloads/contract.ts'
import { Checkbox } from '#ui/form/field.tsx'
import { words as say } from '../messages.ts'

export const contents: { value: Content; label: string }[] = [
  { value: 'DATA_ONLY', label: say.contentRecords },
  { value: 'DATA_AND_IMAGE', label: say.contentBoth },
  { value: 'IMAGE_ONLY', label: say.contentCovers },
]

const ofOne: Record<Content, string> = {
  DATA_ONLY: say.contentRecord,
  DATA_AND_IMAGE: say.contentRecordAndCover,
  IMAGE_ONLY: say.contentCover,
}

/** The choice of the files' content; `one`: of a single record. */
export function ContentChoice({
  value,
  one = false,
  onChange,
}: {
  value: Content
  one?: boolean
  onChange: (content: Content) => void
}) {
  const name = useId()
  return (
    <fieldset className="content-choice flow">
      <legend className="ink-2 text-note weight-500 mb-2">{say.whatToDownload}</legend>
      {contents.map((each) => (
        <Checkbox
          key={each.value}
          type="radio"
          name={name}
          label={one ? ofOne[each.value] : each.label}
          checked={value === each.value}
          onChange={() => onChange(each.value)}
        />
      ))}
    </fieldset>
  )
}
