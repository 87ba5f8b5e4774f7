import type { Operation } from '#features/requests/contract.ts'
import { maxOps } from '#features/requests/rules.ts'
import { type FormItem, sendable, textNames } from '../../items/web/form-item.ts'

/** Turns the saved items (`base`) into the wanted ones, which have the same order with new ones in between. */
export function patchOf(base: readonly FormItem[], wanted: readonly FormItem[]): Operation[] {
  return operations(base, wanted).flat()
}

/** The same in batches, sent one after the other; each leaves a valid draft. */
export function patchesOf(base: readonly FormItem[], wanted: readonly FormItem[]): Operation[][] {
  const parts: Operation[][] = [[]]
  for (const ofOneItem of operations(base, wanted)) {
    if (parts.at(-1)!.length + ofOneItem.length > maxOps) parts.push([])
    parts.at(-1)!.push(...ofOneItem)
  }
  return parts[0]!.length === 0 ? [] : parts
}

function operations(base: readonly FormItem[], wanted: readonly FormItem[]): Operation[][] {
  const remaining = new Set(wanted.map(({ id }) => id))
  const gone = base.flatMap(({ id }, position) => (remaining.has(id) ? [] : [position])).reverse()
  const before = new Map(base.map((item) => [item.id, item]))
  const removals = gone.map((position): Operation[] => [{ op: 'remove', path: `/items/${position}` }])
  const last = base.length - gone.length
  let added = 0
  const rest = wanted.map((item, position): Operation[] => {
    const former = item.id === undefined ? undefined : before.get(item.id)
    if (former) return changesOf(former, item).map((op) => ({ ...op, path: `/items/${position}/${op.path}` }))
    const path = position === last + added ? '/items/-' : `/items/${position}`
    added++
    return [{ op: 'add', path, value: sentItem(item) }]
  })
  return [...removals, ...rest].filter((ops) => ops.length > 0)
}

/** Replacing with an empty value is a removal. */
const put = (path: string, value: unknown): Operation =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0)
    ? { op: 'remove', path }
    : { op: 'replace', path, value }

function changesOf(former: FormItem, changed: FormItem): Operation[] {
  const item = sendable(changed)
  const changes: Operation[] = []
  if (item.resourceType !== former.resourceType) changes.push(put('resourceType', item.resourceType))
  if (item.physicalResource !== former.physicalResource) changes.push(put('physicalResource', item.physicalResource))
  for (const name of textNames) if (item[name] !== former[name]) changes.push(put(name, item[name]))
  if (JSON.stringify(sentFiles(item)) !== JSON.stringify(sentFiles(former))) changes.push(put('files', sentFiles(item)))
  return changes
}

const sentFiles = ({ files }: FormItem) => files.map(({ id, caption }) => ({ id, caption }))

/** A new item as sent, without empty values. */
export function sentItem(item: FormItem) {
  const ready = sendable(item)
  const texts = Object.fromEntries(textNames.flatMap((name) => (ready[name] === '' ? [] : [[name, ready[name]]])))
  return {
    ...(ready.resourceType === '' ? {} : { resourceType: ready.resourceType }),
    ...(ready.physicalResource === null ? {} : { physicalResource: ready.physicalResource }),
    ...texts,
    ...(ready.files.length === 0 ? {} : { files: sentFiles(ready) }),
  }
}
