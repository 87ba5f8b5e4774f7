import { applyPatch } from 'rfc6902'
import { type Operation, requestProblem } from '../../contract.ts'
import { type ItemText, itemTexts, maxItems } from '../../rules.ts'

/** What a patch changes: the items of a request as they are shown, without what only the server sets. */
export type PatchDocument = { items: DocumentItem[] }
/** Without an id until it is saved. Its other members are looked at when all is done. */
export type DocumentItem = { id?: string; files: unknown } & Record<string, unknown>

const empty: Record<string, unknown> = {
  ...Object.fromEntries(Object.keys(itemTexts).map((name) => [name as ItemText, ''])),
  resourceType: '',
  physicalResource: null,
  files: [],
}
/** What stands on no list cannot be reached, whatever else an object has. */
const place = new RegExp(
  `^/items/(?:-|(?:0|[1-9]\\d{0,3})(?:/(?:${Object.keys(empty).join('|')}|files/(?:-|(?:0|[1-9]\\d?)(?:/caption)?)))?)$`,
)
/** An item has files, and these have members. */
const deepest = 4

/** A patched copy; a refusal of one operation refuses all of them. */
export function patched(document: PatchDocument, ops: readonly Operation[]): PatchDocument {
  const copy = structuredClone(document)
  for (const [number, op] of ops.entries()) {
    const wanted = readOperation(copy, op, number)
    let [failed] = [null] as unknown[]
    try {
      ;[failed] = applyPatch(copy, [wanted as never])
    } catch (error) {
      failed = error
    }
    if (failed || copy.items.length > maxItems) throw refused(number, op)
  }
  return copy
}

/** An empty value removes; and what is removed of an item is empty then, and can be set again. */
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
  return { op: 'replace', path: op.path, value: removes ? structuredClone(empty[field]) : value }
}

/** What takes the place of an item is the same item, with its number. */
function wholeItem(value: unknown, before: DocumentItem | object | undefined, op: Operation, number: number) {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.hasOwn(value, 'id') || !before)
    throw refused(number, op)
  const { id } = before as DocumentItem
  return { ...structuredClone(empty), ...value, ...(id === undefined ? {} : { id }) }
}

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Nothing that is asked for lies deeper; what does is not walked through. */
function isFlat(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < deepest && Object.values(value).every((each) => isFlat(each, depth + 1))
}

function refused(number: number, { op, path }: Operation) {
  const sentence = `Operation ${number + 1} cannot be done: ${op} ${JSON.stringify(path.slice(0, 100).toWellFormed())}.`
  return requestProblem('bad_patch', { messages: [sentence], errors: { [`ops.${number}`]: [sentence] } })
}
