import { CircleAlert } from 'lucide-react'
import {
  type ResourceType,
  resourceTypeNames,
  resourceTypes,
  type Sending,
  sendingNames,
  sendingOf,
} from '#features/requests/rules.ts'
import { Icon } from '#ui/icon.tsx'
import { clearedOf, type FormItem, type ItemFaults, sendable } from './form-item.ts'

/** The type of an item, and how it reaches the provider. */
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
          <legend className="required w-full ink-2 text-note weight-500">How it reaches us</legend>
          <div className="forms stack gap-8">
            {waysOf(resourceType, forced).map(({ sending, isPosted }) => (
              <label key={sending} className="check">
                <input
                  type="radio"
                  name={idOf('physical')}
                  required
                  id={isPosted === (isPhysical ?? true) ? idOf('physicalResource') : undefined}
                  checked={isPhysical === isPosted}
                  disabled={forced !== undefined}
                  onChange={() => onChange({ physicalResource: isPosted })}
                />
                <span>{sendingNames[sending]}</span>
              </label>
            ))}
          </div>
          <Wrong id={idOf('physicalResource-error')} text={faults.physicalResource} />
          <p className="hint remark pt-6" id={idOf('physical-why')}>
            {forced === true
              ? `${resourceTypeNames[resourceType]}: always posted to a depot.`
              : forced === false
                ? 'We catalogue it from its web address and the details below.'
                : isPhysical === true
                  ? 'Post it to a depot. We’ll take all other details from the item when it arrives.'
                  : isPhysical === false
                    ? 'We catalogue it from your photos and the details below. You don’t need to post it.'
                    : ''}
          </p>
          {cleared.length > 0 && (
            <p className="cleared mt-8 rounded on-warn-soft p-8-12 ink-warn text-small" role="status">
              Not needed for a posted item; removed when you save: {cleared.join(', ')}.
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}

/** The ways that an item of a type may reach the provider. */
function waysOf(resourceType: ResourceType, forced: boolean | undefined): { sending: Sending; isPosted: boolean }[] {
  const possible = forced === undefined ? [true, false] : [forced]
  return possible.map((isPosted) => ({ isPosted, sending: sendingOf({ resourceType, physicalResource: isPosted }) }))
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
