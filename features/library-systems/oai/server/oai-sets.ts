import type { App } from '#app/app.ts'
import type { ChangeFacet, ChangeValues } from '#features/catalogue/facets.ts'
import { mapOf } from '#kit/map-of.ts'
import { line } from '#marc/marcxml/xml-text.ts'

type Service = Pick<App, 'db' | 'catalogue'>

/** The records of a set: by a value of the catalogue, or a list of ids. */
export type WantedSet =
  | { kind: 'values'; field: ChangeFacet; values: string[] }
  | { kind: 'collection'; id: string | undefined }
  | { kind: 'downloaded' }

const facetOf = mapOf<ChangeFacet>({ type: 'scisType', area: 'scisLearningArea' })
export const downloadedSet = 'downloaded'

/**
 * Text as a part of a setSpec, which takes few characters (OAI-PMH 2.0, 2.7.2): `_` for a space, and `~` with two
 * hexadecimal digits for a byte that is not allowed.
 */
export const setPart = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      if (character === ' ') return '_'
      return /[A-Za-z0-9.!*'()-]/.test(character) ? character : `~${byte.toString(16).padStart(2, '0')}`
    })
    .join('')

/** Undefined if it is not one of ours. */
function textOfPart(part: string): string | undefined {
  if (!/^(?:[\w.!*'()-]|~[0-9a-f]{2})+$/.test(part)) return undefined
  const bytes = part
    .replaceAll('_', ' ')
    .replace(/~([0-9a-f]{2})|./g, (character, byte) => byte ?? character.charCodeAt(0).toString(16).padStart(2, '0'))
  return Buffer.from(bytes, 'hex').toString()
}

/** Undefined: there is no such set. */
export async function readSet({ catalogue }: Service, spec: string): Promise<WantedSet | undefined> {
  const [root, part, ...deeper] = spec.split(':')
  if (deeper.length > 0) return undefined
  if (root === downloadedSet) return part === undefined ? { kind: 'downloaded' } : undefined
  const text = part === undefined ? undefined : textOfPart(part)
  if (part !== undefined && text === undefined) return undefined
  if (root === 'collection') return { kind: 'collection', id: text }
  const field = facetOf.get(root!)
  if (!field) return undefined
  return { kind: 'values', field, values: text === undefined ? (await valuesIn(catalogue))[field] : [text] }
}

const maxValues = 1_000

/** The values of all records. */
async function valuesIn(catalogue: Service['catalogue']): Promise<ChangeValues> {
  const { facets } = await catalogue.search({
    clause: { kind: 'all' },
    choices: [],
    sort: [],
    from: 0,
    size: 0,
    facets: [...facetOf.values()].map((field) => ({ name: field, field, size: maxValues, minCount: 1 })),
  })
  const keysOf = (field: ChangeFacet) => facets[field]!.map(({ key }) => key).sort()
  return { scisType: keysOf('scisType'), scisLearningArea: keysOf('scisLearningArea') }
}

/** Every set; with `downloaded` for a school. */
export async function setsXml({ db, catalogue }: Service, customerId: string | null): Promise<string> {
  const { scisType, scisLearningArea } = await valuesIn(catalogue)
  const collections = await db.selectFrom('collection').select(['id', 'name']).orderBy('id').execute()
  const sets: [spec: string, name: string][] = [
    ['type', 'Resource types'],
    ...scisType.map((value): [string, string] => [`type:${setPart(value)}`, value]),
    ['area', 'Learning areas'],
    ...scisLearningArea.map((value): [string, string] => [`area:${setPart(value)}`, value]),
    ['collection', 'Collections'],
    ...collections.map(({ id, name }): [string, string] => [`collection:${setPart(id)}`, name]),
    ...(customerId === null ? [] : [[downloadedSet, 'Records that your school has downloaded'] as [string, string]]),
  ]
  return sets.map(([spec, name]) => `<set>\n${line('setSpec', spec)}${line('setName', name)}</set>\n`).join('')
}

/** The sets of records, for their headers. */
export function openMemberships({ db }: Service) {
  let known = { asOf: '', byRecord: new Map<string, string[]>() }

  /** Reads all collections when one has changed. */
  async function collectionsByRecord(): Promise<Map<string, string[]>> {
    const { count, last } = await db
      .selectFrom('collection')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('updatedAt').as('last')])
      .executeTakeFirstOrThrow()
    const asOf = `${count} ${last?.toISOString()}`
    if (known.asOf === asOf) return known.byRecord
    const byRecord = new Map<string, string[]>()
    for (const { id, recordIds } of await db
      .selectFrom('collection')
      .select(['id', 'recordIds'])
      .orderBy('id')
      .execute())
      for (const recordId of recordIds)
        byRecord.set(recordId, [...(byRecord.get(recordId) ?? []), `collection:${setPart(id)}`])
    known = { asOf, byRecord }
    return byRecord
  }

  return async (ids: string[], customerId: string | null) => {
    const collections = await collectionsByRecord()
    const downloaded = new Set(customerId === null || ids.length === 0 ? [] : await downloadedOf(db, customerId, ids))
    return (id: string, { scisType, scisLearningArea }: ChangeValues): string[] => [
      ...scisType.map((value) => `type:${setPart(value)}`),
      ...scisLearningArea.map((value) => `area:${setPart(value)}`),
      ...(collections.get(id) ?? []),
      ...(downloaded.has(id) ? [downloadedSet] : []),
    ]
  }
}

const downloadedOf = async (db: Service['db'], customerId: string, ids: string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('downloadedRecord')
      .select('recordId')
      .where('customerId', '=', customerId)
      .where('recordId', 'in', ids)
      .execute()
  ).map(({ recordId }) => recordId)
