import { hash } from 'node:crypto'
import type { ChangeValues } from '#features/catalogue/facets.ts'
import { operations, sendBulk } from './bulk.ts'
import { askSearch, type Connection } from './connection.ts'
import type { Visible } from './search/visible.ts'
import { idOrder } from './stored-record.ts'

/**
 * What remains of removed records: one entry per id, in the index of the records. Searches do not see it, since it has
 * no `since`. An entry whose record was loaded again does not count; the load deletes it.
 */
export type RemovedRecord = {
  id: string
  idOrder: string
  /** The generation that removed the record. */
  removedIn: number
  /** As the record had them. */
  facets: ChangeValues
}

export const removedEntry = (id: string): string =>
  `removed/${Buffer.byteLength(id) <= 400 ? id : hash('sha256', id, 'base64url')}`

export const removedRecord = (id: string, removedIn: number, facets: ChangeValues): RemovedRecord => ({
  id,
  idOrder: idOrder(id),
  removedIn,
  facets,
})

export const addRemoved = (record: RemovedRecord) => operations.add(removedEntry(record.id), record, record.id)

type Values = { 'facets.scisType'?: string[]; 'facets.scisLearningArea'?: string[] }
const valueFields = ['facets.scisType', 'facets.scisLearningArea']

const valuesIn = (fields: Values): ChangeValues => ({
  scisType: fields['facets.scisType'] ?? [],
  scisLearningArea: fields['facets.scisLearningArea'] ?? [],
})

export type RemovedHit = { fields: Values & { id: [string] }; sort: [number, string] }

export const removedOf = ({ fields }: RemovedHit) => ({ id: fields.id[0], values: valuesIn(fields) })

/** Removed records that pass the filter, in the order of their removal. */
export async function findRemoved(
  at: Connection,
  { index, visible: { generation, abandoned } }: { index: string; visible: Visible },
  filter: object[],
  page: object,
): Promise<RemovedHit[]> {
  const { hits } = await askSearch<{ hits: { hits: RemovedHit[] } }>(
    at,
    {
      query: {
        bool: {
          filter: [{ range: { removedIn: { lte: generation } } }, ...filter],
          must_not: [{ terms: { removedIn: abandoned } }],
        },
      },
      sort: ['removedIn', 'idOrder'],
      track_total_hits: false,
      _source: false,
      docvalue_fields: ['id', ...valueFields],
      ...page,
    },
    { index },
  )
  return hits.hits
}

/** The values of visible records, at most 10,000. */
export async function valuesOf(at: Connection, ids: string[]): Promise<Map<string, ChangeValues>> {
  const { hits } = await askSearch<{ hits: { hits: { fields: RemovedHit['fields'] }[] } }>(at, {
    size: ids.length,
    query: { constant_score: { filter: { terms: { id: ids } } } },
    _source: false,
    docvalue_fields: ['id', ...valueFields],
  })
  return new Map(hits.hits.map(({ fields }) => [fields.id[0], valuesIn(fields)]))
}

/** A function that tells which of at most 10,000 ids had been removed; undefined if none ever was. */
export async function openRemovedAmong(at: Connection, live: { index: string; visible: Visible }) {
  if ((await findRemoved(at, live, [], { size: 1 })).length === 0) return undefined
  return async (ids: string[]): Promise<string[]> => {
    const found = await findRemoved(at, live, [{ terms: { id: ids } }], { size: ids.length })
    return found.map((hit) => removedOf(hit).id)
  }
}

/** Deletes the entries of records that a load has brought back. */
export const dropRemoved = (at: Connection, index: string, ids: string[], check: () => void): Promise<void> =>
  sendBulk(
    at,
    index,
    ids.map((id) => operations.drop(removedEntry(id), id)),
    check,
  )
