import { CircleAlert } from 'lucide-react'
import { resourceTypeNames, resourceTypes } from '#features/requests/rules.ts'
import { Icon } from '#ui/icon.tsx'
import { clearedOf, type FormItem, type ItemFaults, sendable } from './form-item.ts'

/** The type of an item, and whether the school can post it. */
export function ItemKind({
  idOf,
  item,
  faults,
  forced,
  onChange,
}: {
  idOf: (name: string) => string
  item: FormItem
  faults: ItemFaults
  /** The physical form that the type implies. */
  forced: boolean | undefined
  onChange: (part: Partial<FormItem>) => void
}) {
  const { resourceType, physicalResource } = item
  const isPhysical = forced ?? physicalResource
  const cleared = sendable(item).physicalResource ? clearedOf(item) : []
  return (
    <>
      <fieldset className="choices min-w-0" aria-describedby={faults.resourceType && idOf('resourceType-error')}>
        <legend className="required w-full ink-2 text-note weight-500">Resource type</legend>
        <div className="types stack gap-8">
          {resourceTypes.map((type, i) => (
            <label key={type} className="check">
              <input
                type="radio"
                name={idOf('type')}
                required
                id={(resourceType === '' ? i === 0 : type === resourceType) ? idOf('resourceType') : undefined}
                checked={resourceType === type}
                onChange={() => onChange({ resourceType: type })}
              />
              <span>{resourceTypeNames[type]}</span>
            </label>
          ))}
        </div>
        <Wrong id={idOf('resourceType-error')} text={faults.resourceType} />
      </fieldset>
      {resourceType !== '' && (
        <fieldset className="choices min-w-0" aria-describedby={idOf('physical-why')}>
          <legend className="required w-full ink-2 text-note weight-500">
            Do you have it as a physical item to send?
          </legend>
          <div className="forms stack gap-8">
            {[true, false].map((choice) => (
              <label key={String(choice)} className="check">
                <input
                  type="radio"
                  name={idOf('physical')}
                  required
                  id={choice === (isPhysical ?? true) ? idOf('physicalResource') : undefined}
                  checked={isPhysical === choice}
                  disabled={forced !== undefined}
                  onChange={() => onChange({ physicalResource: choice })}
                />
                <span>{choice ? 'Yes, I’ll post it to a depot' : 'No, catalogue it from the details below'}</span>
              </label>
            ))}
          </div>
          <Wrong id={idOf('physicalResource-error')} text={faults.physicalResource} />
          <p className="hint remark pt-6" id={idOf('physical-why')}>
            {forced === true
              ? `${resourceTypeNames[resourceType]}: always a physical item.`
              : forced === false
                ? `${resourceTypeNames[resourceType]}: never a physical item.`
                : isPhysical === true
                  ? 'We’ll take all other details from the item when it arrives.'
                  : ''}
          </p>
          {cleared.length > 0 && (
            <p className="cleared mt-8 rounded on-warn-soft p-8-12 ink-warn text-small" role="status">
              Not needed for a physical item; removed when you save: {cleared.join(', ')}.
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}

function Wrong({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p className="wrong flex gap-6 items-start pt-6 ink-bad text-note weight-500" id={id}>
      <Icon className="rigid mt-2" of={CircleAlert} small />
      {text}
    </p>
  )
}
