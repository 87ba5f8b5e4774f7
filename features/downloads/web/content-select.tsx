import type { Content } from '#features/downloads/contract.ts'
import { Select } from '#ui/form/field.tsx'
import { contents } from './content-choice.tsx'

/** The same choice in one line, for use above a list. */
export const ContentSelect = ({ value, onChange }: { value: Content; onChange: (content: Content) => void }) => (
  <div className="content-select">
    <Select
      label="What to download"
      options={contents}
      value={value}
      onChange={(event) => onChange(event.target.value as Content)}
    />
  </div>
)
