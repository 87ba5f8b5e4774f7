import { folderProblem, maxFolderItems } from '../contract.ts'

const deepest = 64
const maxIdLength = 512
/** Most JSON values in a list: a hundred for each record. */
const maxValues = 100 * maxFolderItems

/**
 * The record ids of a list from a page, each once, in order. The list is an array of items or its JSON text; only
 * `bibId` of an item counts, but values that no page of ours sends are refused.
 */
export function readBibIds(sent: string | unknown[]): string[] {
  const items = typeof sent === 'string' ? parse(sent) : sent
  if (!Array.isArray(items)) throw unreadable('It must be a JSON list.')
  if (items.length > maxFolderItems) throw folderProblem('folder_too_large')
  checkPlain(items)
  return [...new Set(items.map((item, at) => bibIdOf(item, `Item ${at + 1}`)))]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('It is not valid JSON.')
  }
}

function bibIdOf(item: unknown, name: string): string {
  const bibId =
    typeof item === 'object' && item !== null && Object.hasOwn(item, 'bibId')
      ? (item as { bibId: unknown }).bibId
      : undefined
  if (typeof bibId !== 'string' || bibId === '') throw unreadable(`${name} has no bibId.`)
  if (bibId.length > maxIdLength) throw unreadable(`The bibId of item ${name.slice(5)} is too long.`)
  return bibId
}

/** Iterates over a list instead of recursing, so that no input can exhaust the stack. */
function checkPlain(items: unknown[]) {
  const open: { value: unknown; depth: number }[] = [{ value: items, depth: 0 }]
  let values = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (Array.isArray(value)) values += value.length
    else values++
    if (values > maxValues) throw unreadable('It holds too much besides the records.')
    if (depth > deepest) throw unreadable('It is nested too deeply.')
    if (typeof value === 'string') checkText(value)
    else if (Array.isArray(value)) for (const inner of value) open.push({ value: inner, depth: depth + 1 })
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        if (key === '__proto__') throw unreadable('It cannot have a member “__proto__”.')
        checkText(key)
        open.push({ value: inner, depth: depth + 1 })
      }
  }
}

function checkText(text: string) {
  if (text.includes('\0')) throw unreadable('It contains a NUL character.')
  if (!text.isWellFormed()) throw unreadable('It contains half a character (a lone surrogate).')
}

const unreadable = (reason: string) =>
  folderProblem('unreadable_list', { messages: [`${folderProblem('unreadable_list').messages[0]} ${reason}`] })
