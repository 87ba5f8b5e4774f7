import { isDeepStrictEqual } from 'node:util'
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

/** A patched copy; one refused operation refuses all. `shown`: a document as readers see it, which `test` looks at. */
export function patched(
  document: PatchDocument,
  ops: readonly Operation[],
  shown: (document: PatchDocument) => unknown,
): PatchDocument {
  const copy = structuredClone(document)
  for (const [number, op] of ops.entries()) {
    if (op.op === 'test') {
      if (!holds(shown(copy), op, number)) throw refused(number, op, 'patch_test_failed')
      continue
    }
    for (const operation of simpleOperations(copy, op, number)) {
      let [failed] = [null] as unknown[]
      try {
        ;[failed] = applyPatch(copy, [operation as never])
      } catch (error) {
        failed = error
      }
      if (failed || copy.items.length > maxItems) throw refused(number, op)
    }
  }
  return copy
}

/** RFC 6902, 4.6: the order of an object's members does not matter. */
function holds(shown: unknown, { path, value, ...op }: Operation, number: number): boolean {
  if (value === undefined || !isFlat(value, -testDeeper)) throw refused(number, { path, ...op })
  const found = valueAt(shown, path)
  return found !== undefined && isDeepStrictEqual(JSON.parse(JSON.stringify(found)), value)
}
/** A whole request is deeper than a member of an item. */
const testDeeper = 4

/** RFC 6901. Only own members can be reached. */
function valueAt(document: unknown, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined
  let value = document
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value) ? !/^(0|[1-9]\d*)$/.test(name) : !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** `move` and `copy` in other operations: what is moved becomes empty, and a copied item is a new one. */
function simpleOperations(document: PatchDocument, op: Operation, number: number): object[] {
  if (op.op !== 'move' && op.op !== 'copy') return [readOperation(document, op, number)]
  const { from = '', path } = op
  const found = place.test(from) && place.test(path) ? valueAt(document, from) : undefined
  if (found === undefined || kindOf(from) !== kindOf(path) || path.startsWith(`${from}/`)) throw refused(number, op)
  if (op.op === 'copy' && hasUnsaved(found)) throw refused(number, op)
  if (from === path) return []
  const value = structuredClone(found)
  if (kindOf(from) !== 'item') {
    const set = readOperation(document, { op: 'add', path, value }, number)
    return op.op === 'copy' ? [set] : [readOperation(document, { op: 'remove', path: from }, number), set]
  }
  if (op.op === 'move')
    return [
      { op: 'remove', path: from },
      { op: 'add', path, value },
    ]
  const { id: _, ...item } = value as DocumentItem
  return [{ op: 'add', path, value: item }]
}

const kindOf = (path: string): 'item' | 'picture' | 'pictures' | 'text' =>
  /^\/items\/[^/]+$/.test(path)
    ? 'item'
    : /\/files\/[^/]+$/.test(path)
      ? 'picture'
      : path.endsWith('/files')
        ? 'pictures'
        : 'text'

/** Pictures sent in the same patch: each copy would be scanned again. */
const hasUnsaved = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('base64' in value || Object.values(value).some((each) => hasUnsaved(each)))

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

function refused(number: number, { op, path }: Operation, code: 'bad_patch' | 'patch_test_failed' = 'bad_patch') {
  const what = `${op} ${JSON.stringify(path.slice(0, 100).toWellFormed())}`
  const sentence =
    code === 'bad_patch'
      ? `Operation ${number + 1} can’t be applied: ${what}.`
      : `Operation ${number + 1} failed: ${what} has another value.`
  return requestProblem(code, { messages: [sentence], errors: { [`ops.${number}`]: [sentence] } })
}
