import { applyPatch } from 'rfc6902'
import { mapOf } from '#kit/map-of.ts'
import { type Operation, requestProblem } from '../../contract.ts'
import { type ItemText, itemTexts, maxItems } from '../../rules.ts'

/** The patchable part of a request: its items as shown, without server-set members. */
export type PatchDocument = { items: DocumentItem[] }
/** Has no id until saved. Other members are validated after the whole patch. */
export type DocumentItem = { id?: string; files: unknown } & Record<string, unknown>

const empty = mapOf<unknown>({
  ...Object.fromEntries(Object.keys(itemTexts).map((name) => [name as ItemText, ''])),
  resourceType: '',
  physicalResource: null,
  files: [],
})
/** An allow-list of paths: nothing else of an object can be reached. */
const place = new RegExp(
  `^/items/(?:-|(?:0|[1-9]\\d{0,3})(?:/(?:${[...empty.keys()].join('|')}|files/(?:-|(?:0|[1-9]\\d?)(?:/caption)?)))?)$`,
)
/** Items have files, and files have members. */
const deepest = 4

/** A patched copy; one refused operation refuses all. */
export function patched(document: PatchDocument, ops: readonly Operation[]): PatchDocument {
  const copy = structuredClone(document)
  for (const [number, op] of ops.entries()) {
    const operation = readOperation(copy, op, number)
    let [failed] = [null] as unknown[]
    try {
      ;[failed] = applyPatch(copy, [operation as never])
    } catch (error) {
      failed = error
    }
    if (failed || copy.items.length > maxItems) throw refused(number, op)
  }
  return copy
}

/** An empty value removes; a removed member of an item becomes empty and can be set again. */
function readOperation(document: PatchDocument, op: Operation, number: number): object {
  if (!place.test(op.path)) throw refused(number, op)
  const [, , position = '', field, file, caption] = op.path.split('/')
  if ((position === '-' || file === '-') && op.op !== 'add') throw refused(number, op)
  const { value } = op
  if (op.op !== 'remove' && (value === undefined || !isFlat(value))) throw refused(number, op)
  const removes = op.op === 'remove' || isEmpty(value)
  if (field === undefined || (file !== undefined && caption === undefined)) {
    if (removes && op.op !== 'add') return { op: 'remove', path: op.path }
    if (field !== undefined) return { ...op }
    return { ...op, value: wholeItem(value, op.op === 'replace' ? document.items[Number(position)] : {}, op, number) }
  }
  if (caption !== undefined) return { op: 'add', path: op.path, value: removes ? '' : value }
  return { op: 'replace', path: op.path, value: removes ? structuredClone(empty.get(field)) : value }
}

/** A replacement of an item keeps its identity and number. */
function wholeItem(value: unknown, before: DocumentItem | object | undefined, op: Operation, number: number) {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.hasOwn(value, 'id') || !before)
    throw refused(number, op)
  const { id } = before as DocumentItem
  return { ...structuredClone(Object.fromEntries(empty)), ...value, ...(id === undefined ? {} : { id }) }
}

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** No valid value is deeper; deeper ones are not traversed. */
function isFlat(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < deepest && Object.values(value).every((each) => isFlat(each, depth + 1))
}

function refused(number: number, { op, path }: Operation) {
  const sentence = `Operation ${number + 1} can’t be applied: ${op} ${JSON.stringify(path.slice(0, 100).toWellFormed())}.`
  return requestProblem('bad_patch', { messages: [sentence], errors: { [`ops.${number}`]: [sentence] } })
}
