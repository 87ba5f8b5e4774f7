import { normalised } from '#kit/normalised.ts'
import { plainReason, sentenceOn } from '#kit/server/plain-reason.ts'
import { NewItem, requestProblem } from '../../contract.ts'
import {
  duplicatesOf,
  type ItemFacts,
  type ItemText,
  itemSentences,
  itemTextNames,
  itemTexts,
  problemsOf,
  type ResourceType,
  settled,
} from '../../rules.ts'

/** A valid item, ready to save. */
export type ReadItem = Record<ItemText, string> & {
  resourceType: ResourceType
  physicalResource: boolean
  files: NonNullable<NewItem['files']>
}

type Faults = Record<string, string[]>
const texts = Object.keys(itemTexts) as ItemText[]

/** Parses items as sent; reports every fault at once, keyed like `items.0.publisher`. */
export function readItems(sent: readonly unknown[]): ReadItem[] {
  const faults: Faults = {}
  const items = sent.map((each, position) =>
    readItem(each, (field, sentence) => note(faults, position, field, sentence)),
  )
  addFaults(faults, items)
  refuseIfAny(faults)
  return items as ReadItem[]
}

/** Checks the same rules again on submission. */
export function checkItems(items: readonly ItemFacts[]): void {
  const faults: Faults = {}
  addFaults(faults, items)
  refuseIfAny(faults)
}

function addFaults(faults: Faults, items: readonly (ItemFacts | undefined)[]) {
  for (const [position, item] of items.entries())
    for (const [field, sentence] of Object.entries(item ? problemsOf(item) : {}))
      note(faults, position, field, sentence)
  const nothing = { resourceType: '' as const, standardNumber: '', url: '' }
  for (const { position, field } of duplicatesOf(items.map((item) => item ?? nothing)))
    note(faults, position, field, field === 'url' ? itemSentences.sameUrl : itemSentences.sameNumber)
}

function refuseIfAny(errors: Faults) {
  const places = Object.entries(errors)
  if (places.length === 0) return
  const messages = places.flatMap(([place, sentences]) =>
    sentences.map((sentence) => `Item ${Number(place.split('.')[1]) + 1}: ${sentence}`),
  )
  throw requestProblem('bad_items', { messages: messages.slice(0, maxMessages), errors })
}
const maxMessages = 50

function note(faults: Faults, position: number, field: string, sentence: string) {
  const place = field === '' ? `items.${position}` : `items.${position}.${field}`
  const known = faults[place] ?? []
  if (!known.includes(sentence)) faults[place] = [...known, sentence]
}

/** Undefined after a fault that makes further checks impossible. */
function readItem(sent: unknown, fault: (field: string, sentence: string) => void) {
  const read = NewItem.safeParse(withoutEmpty(sent), { error: plainReason })
  if (!read.success) {
    for (const { path, message } of read.error.issues) {
      const field = String(path[0] ?? '')
      fault(field, sentenceFor(field, message, path.length))
    }
    return undefined
  }
  const { files = [], resourceType, physicalResource, ...typed } = read.data
  const facts = { resourceType: resourceType ?? ('' as const), physicalResource: physicalResource ?? null } as ItemFacts
  for (const name of texts) {
    const text = typed[name] ?? ''
    facts[name] = cleaned(name, text)
  }
  const item = settled(facts)
  // Physical items are examined on arrival, so they have no pictures.
  return { ...item, files: item.physicalResource ? [] : files }
}

/** Every spelling of an empty value is the same. */
function withoutEmpty(sent: unknown) {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== ''))
}

function sentenceFor(field: string, reason: string, depth: number) {
  if (field === 'resourceType') return itemSentences.resourceType
  if (field === 'physicalResource') return itemSentences.physicalResource
  if (field === 'files') return depth === 1 ? itemSentences.files : 'This picture can’t be attached.'
  if (field === '') return reason.startsWith('"') ? `${reason}.` : 'An item must be an object.'
  return sentenceOn(itemTextNames[field as ItemText] ?? field, reason)
}

/** Normalised, in one line except for the one multi-line field. */
function cleaned(name: ItemText, text: string) {
  const plain = normalised(text, 'NFC').replace(/\r\n?/g, '\n').replace(unseen, ' ')
  return name === 'additionalInfo' ? plain.trim() : plain.replace(/\s+/g, ' ').trim()
}
/** Control characters from copied text, and characters that change the direction of following text. */
const unseen = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g
