import type { App } from '#app/app.ts'
import { matchNumbers } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { isOpen, numberKey } from '#features/requests/rules.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { type ForeignKind, heldAs } from '#marc/charset/foreign-kinds.ts'
import { identifierKey } from '#marc/identifier.ts'
import { withNumber } from '#marc/outgoing/outgoing.ts'
import type { cataloguingApi } from '../contract.ts'
import { numbersOf } from './candidates.ts'
import { compare } from './compare.ts'
import { readFile } from './read-file.ts'
import { recordLines } from './record-lines.ts'
import type { SentRecord } from './record-thread.ts'
import type { RequestedItem } from './requested-items.ts'
import { titleUnknown } from './stub.ts'
import { itemsOfWork } from './work.ts'

type Needs = Pick<App, 'db' | 'catalogue'>

/** A file's records, with the facts that a cataloguer needs before attaching one. */
export async function readRecord(
  app: Needs,
  { base64, itemId }: Input<typeof cataloguingApi.readRecord>,
): Promise<Reply<typeof cataloguingApi.readRecord>> {
  const items = itemId === undefined ? [] : (await itemsOfWork(app, itemId)).filter(({ status }) => isOpen(status))
  const { read, reasons } = await readFile(base64, items[0]?.itemNumber ?? '')
  const records = []
  for (const each of read) records.push(await seen(app, each, items))
  // Reports unreadable records with the first readable one.
  records[0]?.problems.push(...reasons)
  return { response: { records } }
}

async function seen({ catalogue }: Needs, read: SentRecord, items: RequestedItem[]) {
  const given = items[0]?.itemNumber ?? ''
  const { document } = read
  const identifiers = numbersOf(document)
  const keys = identifiers.map((number) => identifierKey(number).key).filter((key) => key !== '')
  const replaces = document.id !== '' && (await catalogue.known([document.id])).length > 0
  const others = await othersWith(catalogue, keys, document.id)
  return {
    recordId: document.id,
    title: document.title.titlePrimary,
    responsibility: document.title.noteStmOfResponsibility || document.authors[0] || '',
    identifiers,
    lines: recordLines(given === '' ? read.record : withNumber(read.record, given)),
    replaces,
    problems: [...lacks(read, given), ...notRequested(keys, items), ...others, ...read.repairs],
    compared: items.length > 0 ? compare(items, document) : [],
  }
}

function lacks({ record, document: { title } }: SentRecord, given: string): string[] {
  const hasNumber = record.fields.some((field) => field.tag === '001' && 'value' in field && field.value.trim() !== '')
  return [
    ...(title.titlePrimary === '' ? ['The record has no title (245).'] : []),
    ...(title.titlePrimary.includes(titleUnknown)
      ? ['The title from the draft record has not been filled in (245).']
      : []),
    ...(hasNumber ? [] : [`The record has no number (001)${given ? `: we’ll give it ${given}` : ''}.`]),
  ]
}

/** Requested numbers that will not find the record. */
function notRequested(keys: string[], items: RequestedItem[]): string[] {
  const missing = items.filter(
    ({ standardNumber }) => standardNumber !== '' && !keys.includes(numberKey(standardNumber)),
  )
  return [
    ...new Set(missing.map(({ standardNumber }) => `The requested number ${standardNumber} is not in the record.`)),
  ]
}

const maxOthers = 3

/** Other records with these numbers, or with them as cancelled or invalid, as an e-book has its print edition's. */
async function othersWith(catalogue: Needs['catalogue'], keys: string[], own: RecordId): Promise<string[]> {
  const held = new Map<RecordId, ForeignKind | undefined>()
  for (const { ids, proposals } of (await matchNumbers(catalogue, keys)).values()) {
    for (const { id, kind } of proposals) if (!held.has(id)) held.set(id, kind)
    for (const id of ids) held.set(id, undefined)
  }
  held.delete(own)
  const others = await catalogue.documents([...held.keys()].slice(0, maxOthers))
  return others.map(({ id, title }) => {
    const kind = held.get(id)
    return kind
      ? `Another record has this number: ${lowerFirst(heldAs(kind))} record ${id}, “${title.titlePrimary}”.`
      : `The catalogue has another record with this number: ${id}, “${title.titlePrimary}”.`
  })
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
