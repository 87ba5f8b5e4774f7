import './content-choice.css'
import { useId } from 'react'
import type { Content } from '#features/downloads/contract.ts'
import { Checkbox } from '#ui/form/field.tsx'

export const contents: { value: Content; label: string }[] = [
  { value: 'DATA_ONLY', label: 'Records' },
  { value: 'DATA_AND_IMAGE', label: 'Records and covers' },
  { value: 'IMAGE_ONLY', label: 'Covers' },
]

/** The choice of the files' content. */
export function ContentChoice({ value, onChange }: { value: Content; onChange: (content: Content) => void }) {
  const name = useId()
  return (
    <fieldset className="content-choice flow">
      <legend className="ink-2 text-note weight-500 mb-2">What to download</legend>
      {contents.map((each) => (
        <Checkbox
          key={each.value}
          type="radio"
          name={name}
          label={each.label}
          checked={value === each.value}
          onChange={() => onChange(each.value)}
        />
      ))}
    </fieldset>
  )
}
