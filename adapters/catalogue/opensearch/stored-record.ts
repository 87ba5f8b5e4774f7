import { hash } from 'node:crypto'

/** The fields of a record's entry beyond the searchable ones (indexed-record.ts). */
export type StoredRecord = {
  id: string
  /** Sorts as the catalogue lists its ids: numbers by value, then the others. */
  idOrder: string
  /** The generation that added this version of the record, and the one that removed it. */
  since: number
  until?: number
  /** Of document, bytes and encoding: equal digests in two loads mean that nothing changed. */
  digest: string
  /** The document as exact JSON text. */
  document: string
  /** ISO 2709 as loaded, in Base64. */
  marc: string
  encoding: 'utf-8' | 'marc-8'
}

const storedOnly = { type: 'keyword', index: false, doc_values: false } as const

export const storedMapping = {
  id: { type: 'keyword' },
  idOrder: { type: 'keyword' },
  since: { type: 'long' },
  until: { type: 'long' },
  digest: { type: 'keyword', index: false },
  document: storedOnly,
  marc: { type: 'binary' },
  encoding: storedOnly,
} as const

/** The fields of the entries that list changes: see removed.ts, publications.ts. */
export const changeMapping = {
  removedIn: { type: 'long' },
  published: { type: 'long' },
  publishedAt: { type: 'long' },
} as const

export function idOrder(id: string): string {
  if (!/^\d+$/.test(id)) return `~${id}`
  const number = id.replace(/^0+/, '')
  return `${String(number.length).padStart(5, '0')}${number} ${id}`
}

/** Every version of a record is a separate entry, so the old one stays until the new one is visible. */
export const entryOf = (since: number, id: string): string =>
  `${since}/${Buffer.byteLength(id) <= 400 ? id : hash('sha256', id, 'base64url')}`
