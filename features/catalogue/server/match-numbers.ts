import type { ForeignKind } from '#marc/charset/foreign-kinds.ts'
import { foreignNumbers, withoutForeignNumbers } from '#marc/charset/foreign-numbers.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { identifierKey } from '#marc/identifier.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { MarcError } from '#marc/marc-error.ts'
import { identifiersOf } from '../fields.ts'
import type { CataloguePort, CatalogueRecord, RecordId } from './catalogue-port.ts'

export type MatchingCatalogue = Pick<CataloguePort, 'lookup' | 'hiddenNumbers' | 'fetch'>

/** A record that holds a number as cancelled, invalid or another edition's: a person must confirm it. */
export type Proposal = { id: RecordId; kind: ForeignKind }

/** Records of a number: those whose own it is, else those that only hold it; never both. */
export type NumberMatch = { ids: RecordId[]; proposals: Proposal[] }

/** Keys or records in one call to the catalogue. */
const perCall = 4000

/** The records of any number of identifier keys. Keys without a record are absent. */
export async function matchNumbers(
  catalogue: MatchingCatalogue,
  keys: readonly string[],
): Promise<Map<string, NumberMatch>> {
  const found = await lookUp(catalogue, keys)
  const foreign = await foreignAmong(catalogue, found)
  const matches = new Map<string, NumberMatch>()
  for (const [key, all] of found) {
    const ids = all.filter((id) => !foreign.get(id)?.has(key))
    const proposals = all.flatMap((id) => {
      const kind = foreign.get(id)?.get(key)
      return kind ? [{ id, kind }] : []
    })
    matches.set(key, { ids, proposals: ids.length > 0 ? [] : proposals })
  }
  return matches
}

/** Every record that the keys find, however it holds them. */
export async function lookUp(
  catalogue: Pick<CataloguePort, 'lookup'>,
  keys: readonly string[],
): Promise<Map<string, RecordId[]>> {
  const lookedUp = keys.filter((key) => key !== '')
  const found = new Map<string, RecordId[]>()
  for (let from = 0; from < lookedUp.length; from += perCall)
    for (const [key, ids] of await catalogue.lookup(lookedUp.slice(from, from + perCall))) found.set(key, ids)
  return found
}

type ForeignKeys = Map<RecordId, Map<string, ForeignKind>>

/**
 * For the found records, the keys that only their cancelled or invalid numbers give. Records with numbers that they do
 * not show, which are few, are read whole: the document does not tell which of them are the record's own.
 */
async function foreignAmong(catalogue: MatchingCatalogue, found: Map<string, RecordId[]>): Promise<ForeignKeys> {
  const ids = [...new Set([...found.values()].flat())]
  const unsure: RecordId[] = []
  for (let from = 0; from < ids.length; from += perCall)
    for (const [id, numbers] of await catalogue.hiddenNumbers(ids.slice(from, from + perCall)))
      if (numbers.some((number) => found.get(identifierKey(number).key)?.includes(id))) unsure.push(id)
  const foreign: ForeignKeys = new Map()
  if (unsure.length > 0)
    for await (const record of catalogue.fetch(unsure)) foreign.set(record.document.id, foreignKeys(record))
  return foreign
}

/** The keys of numbers that a record holds but that are not its own. */
export function foreignKeys({ document, marc, encoding }: CatalogueRecord): Map<string, ForeignKind> {
  const record = readable(marc, encoding)
  const keys = new Map<string, ForeignKind>()
  if (!record) return keys
  const own = new Set(identifiersOf(toDocument(withoutForeignNumbers(record))).map((text) => identifierKey(text).key))
  own.add(identifierKey(document.id).key)
  for (const { number, kind } of foreignNumbers(record, document.scisType)) {
    const { key } = identifierKey(number)
    if (!own.has(key) && !keys.has(key)) keys.set(key, kind)
  }
  return keys
}

/** Undefined if the bytes are unreadable: a file cannot include the record either, and reports it. */
function readable(marc: Uint8Array, charset: CatalogueRecord['encoding']) {
  try {
    return decodeRecord(marc, { charset }).record
  } catch (error) {
    if (error instanceof MarcError) return undefined
    throw error
  }
}
