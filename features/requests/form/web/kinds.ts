import { physicalOf, type ResourceType, resourceTypeNames, resourceTypes } from '#features/requests/rules.ts'
import type { FormItem } from './form-item.ts'

/** Type and form in one choice, for lists where each takes one. */
type Kind = { value: string; label: string; part: Pick<FormItem, 'resourceType' | 'physicalResource'> }

const kind = (resourceType: ResourceType, physicalResource: boolean, label: string): Kind => ({
  value: `${resourceType} ${physicalResource}`,
  label,
  part: { resourceType, physicalResource },
})

export const kinds: readonly Kind[] = resourceTypes.flatMap((type) => {
  const forced = physicalOf[type]
  const name = resourceTypeNames[type]
  if (forced !== undefined) return [kind(type, forced, name)]
  return [kind(type, true, `${name}, physical`), kind(type, false, `${name}, not physical`)]
})

export const kindNamed = (value: string): Kind['part'] | undefined => kinds.find((each) => each.value === value)?.part
