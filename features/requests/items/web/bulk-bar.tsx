import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import type { Selection } from '#ui/table/use-selection.ts'
import { type FormItem, kindNamed, kinds } from './form-item.ts'

/** Sets the type of several items at once: of the selected ones, else of all without a type. */
export function BulkBar({
  items,
  selection,
  onChange,
  onRemove,
}: {
  items: readonly FormItem[]
  selection: Selection
  onChange: (keys: ReadonlySet<string>, part: Partial<FormItem>) => void
  onRemove: (keys: ReadonlySet<string>) => void
}) {
  const [kind, setKind] = useState('')
  const [error, setError] = useState<string>()
  const { chosen, extent } = selection
  const without = items.filter(({ resourceType, physicalResource }) => resourceType === '' || physicalResource === null)
  const meant = chosen.size > 0 ? chosen : new Set(without.map(({ key }) => key))
  const count = meant.size === 1 ? 'one item' : `${meant.size} items`
  const set = () => {
    const part = kindNamed(kind)
    if (!part) return setError('Please choose a resource type.')
    onChange(meant, part)
    selection.clear()
    setKind('')
    announce(`Resource type set for ${count}`)
  }
  return (
    <div className="bulk-bar">
      <label className="check">
        <input
          type="checkbox"
          checked={extent === 'all'}
          ref={(box) => {
            if (box) box.indeterminate = extent === 'some'
          }}
          onChange={selection.toggleAll}
        />
        <span>{chosen.size > 0 ? `${chosen.size} of ${items.length} selected` : 'Select all'}</span>
      </label>
      {meant.size > 0 && (
        <div className="set-kind flow items-end gap-8 ml-auto">
          <Select
            label={`Resource type for ${count}`}
            value={kind}
            error={error}
            options={[{ value: '', label: 'Choose a type' }, ...kinds]}
            onChange={(event) => {
              setKind(event.target.value)
              setError(undefined)
            }}
          />
          <Button onClick={set}>Set type</Button>
        </div>
      )}
      {chosen.size > 0 && (
        <Button
          look="bare"
          icon={Trash2}
          onClick={() => {
            onRemove(chosen)
            selection.clear()
          }}
        >
          Remove
        </Button>
      )}
    </div>
  )
}
