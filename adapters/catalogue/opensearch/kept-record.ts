import { hash } from 'node:crypto'

/** What a record's entry has beside the fields that it is searched by (indexed-record.ts). */
export type KeptRecord = {
  id: string
  /** Sorts as the catalogue lists its ids: numbers by their value, then those that are none. */
  idOrder: string
  /** The generation that brought this version of the record, and the one that took it away. */
  since: number
  until?: number
  /** Of document, bytes and encoding: the same in two loads means that nothing has changed. */
  digest: string
  /** The document as JSON text, to the letter. */
  document: string
  /** ISO 2709 as loaded, in Base64. */
  marc: string
  encoding: 'utf-8' | 'marc-8'
}

const onlyKept = { type: 'keyword', index: false, doc_values: false } as const

export const keptMapping = {
  id: { type: 'keyword' },
  idOrder: { type: 'keyword' },
  since: { type: 'long' },
  until: { type: 'long' },
  digest: { type: 'keyword', index: false },
  document: onlyKept,
  marc: { type: 'binary' },
  encoding: onlyKept,
} as const

export function idOrder(id: string): string {
  if (!/^\d+$/.test(id)) return `~${id}`
  const number = id.replace(/^0+/, '')
  return `${String(number.length).padStart(5, '0')}${number} ${id}`
}

/** Every version of a record is an entry of its own, so that the old one stays until the new one is seen. */
export const entryOf = (since: number, id: string): string =>
  `${since}/${Buffer.byteLength(id) <= 400 ? id : hash('sha256', id, 'base64url')}`
