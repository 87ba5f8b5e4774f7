import type { Attachment, CatalogueItem } from '#features/requests/contract.ts'
import {
  clearedWhenPhysical,
  duplicatesOf,
  type ItemFacts,
  type ItemText,
  itemSentences,
  itemTextNames,
  itemTexts,
  physicalOf,
  problemsOf,
  type ResourceType,
  resourceTypeNames,
  resourceTypes,
  sendingNames,
  sendingOf,
  settled,
} from '#features/requests/rules.ts'

/** An item in the form, finished or not. */
export type FormItem = ItemFacts & {
  /** Identifies items before they are saved. */
  key: string
  /** Assigned on the first save. */
  id?: string
  itemNumber?: string
  files: Attachment[]
}

/** Faults by field. */
export type ItemFaults = Partial<Record<keyof ItemFacts | 'files', string>>

export const textNames = Object.keys(itemTexts) as ItemText[]

const emptyTexts = Object.fromEntries(textNames.map((name) => [name, ''])) as Record<ItemText, string>

export const newItem = (known: Partial<FormItem> = {}): FormItem => ({
  resourceType: '',
  physicalResource: null,
  ...emptyTexts,
  files: [],
  ...known,
  key: newKey(),
})

const newKey = () => Math.random().toString(36).slice(2, 12)

export type SavedItem = Pick<
  CatalogueItem,
  'id' | 'itemNumber' | 'resourceType' | 'physicalResource' | 'files' | ItemText
>

export const formItemOf = (item: SavedItem): FormItem => ({
  ...(Object.fromEntries(textNames.map((name) => [name, item[name]])) as Record<ItemText, string>),
  key: item.id,
  id: item.id,
  itemNumber: item.itemNumber,
  resourceType: item.resourceType,
  physicalResource: item.physicalResource,
  files: item.files,
})

/** A copy for editing: volume 2 after volume 1. It gets its own number and pictures. */
export const copyOf = ({ id: _, itemNumber: __, ...item }: FormItem): FormItem =>
  newItem({ ...item, standardNumber: '', url: '', files: [] })

/** As sent: with the values the type implies, without the fields a physical item lacks. */
export function sendable(item: FormItem): FormItem {
  const trimmed = Object.fromEntries(textNames.map((name) => [name, item[name].trim()])) as Record<ItemText, string>
  const done = settled({ ...item, ...trimmed })
  return done.physicalResource ? { ...done, files: [] } : done
}

/** Whether it is physical is asked only once its type is known. */
export function faultsOf(item: FormItem): ItemFaults {
  const { physicalResource, ...faults } = problemsOf(sendable(item))
  return physicalResource && !faults.resourceType ? { physicalResource, ...faults } : faults
}
export const isFinished = (item: FormItem): boolean => Object.keys(faultsOf(item)).length === 0

/** Keyed by the later one of two: the field it shares with an earlier one. */
export function duplicatesAmong(items: readonly FormItem[]): Map<string, { of: FormItem; field: ItemText }> {
  const found = duplicatesOf(items.map(sendable))
  return new Map(
    found.map(({ position, of, field }) => [items[position]!.key, { of: items[of]!, field }] as const).reverse(),
  )
}

/** A fault for a field that an item shares with another one of the request. */
export function doubleFaults(item: FormItem, others: readonly FormItem[]): ItemFaults & { of?: FormItem } {
  const double = duplicatesAmong([...others.filter(({ key }) => key !== item.key), item]).get(item.key)
  if (!double) return {}
  const { field, of } = double
  return field === 'url' ? { url: itemSentences.sameUrl, of } : { standardNumber: itemSentences.sameNumber, of }
}

/** The name shown to people. */
export const nameOf = (item: FormItem): string =>
  item.title.trim() || item.standardNumber.trim() || item.url.trim() || 'Item without a title'

/** The kind in a word or two. */
export function kindOf({ resourceType, physicalResource }: FormItem): string {
  if (resourceType === '') return ''
  const name = resourceTypeNames[resourceType]
  return physicalResource === null ? name : `${name} · ${sendingNames[sendingOf({ resourceType, physicalResource })]}`
}

export const fieldNames: Record<ItemText | 'resourceType' | 'physicalResource' | 'files', string> = {
  ...itemTextNames,
  resourceType: 'Resource type',
  physicalResource: 'How it reaches us',
  files: 'Pictures',
}

/** Filled-in fields that a physical item lacks. */
export const clearedOf = (item: FormItem): string[] => [
  ...clearedWhenPhysical.filter((name) => item[name].trim() !== '').map((name) => fieldNames[name]),
  ...(item.files.length > 0 ? [item.files.length === 1 ? 'One picture' : `${item.files.length} pictures`] : []),
]

/** A value in readable form. */
export function formatValue(item: FormItem, name: keyof typeof fieldNames): string {
  if (name === 'resourceType') return item.resourceType === '' ? '' : resourceTypeNames[item.resourceType]
  if (name === 'physicalResource') {
    const { resourceType, physicalResource } = item
    const known = resourceType !== '' && physicalResource !== null
    return known ? sendingNames[sendingOf({ resourceType, physicalResource })] : ''
  }
  if (name === 'files') return item.files.map(({ filename, caption }) => caption || filename).join('; ')
  return item[name]
}

/** Type and physical form as one choice, for lists. */
type Kind = { value: string; label: string; part: Pick<FormItem, 'resourceType' | 'physicalResource'> }

const kind = (resourceType: ResourceType, physicalResource: boolean, label: string): Kind => ({
  value: `${resourceType} ${physicalResource}`,
  label,
  part: { resourceType, physicalResource },
})

export const kinds: readonly Kind[] = resourceTypes.flatMap((type) => {
  const forced = physicalOf[type]
  const name = resourceTypeNames[type]
  return (forced === undefined ? [true, false] : [forced]).map((physicalResource) =>
    kind(type, physicalResource, `${name} · ${sendingNames[sendingOf({ resourceType: type, physicalResource })]}`),
  )
})

export const kindNamed = (value: string): Kind['part'] | undefined => kinds.find((each) => each.value === value)?.part
