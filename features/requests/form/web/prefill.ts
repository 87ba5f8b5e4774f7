import { downloadsApi } from '#features/downloads/contract.ts'
import { maxItems, numberKey } from '#features/requests/rules.ts'
import { call } from '#kit/web/call.ts'
import { identifierKey } from '#marc/identifier.ts'
import { type FormItem, newItem } from '../../items/web/form-item.ts'
import type { StoredDraft } from './stored-draft.ts'

export type Wish =
  | { kind: 'none' }
  | { kind: 'numbers'; numbers: string[] }
  | { kind: 'request'; requestId: string; except: string[]; from: number }
  | { kind: 'term'; term: string }

const list = (text: string | null) =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/** Initial content from the address: unmatched identifiers of a download request, or a search without results. */
export function readWish(search: string): Wish {
  const query = new URLSearchParams(search)
  const numbers = list(query.get('identifiers'))
  if (numbers.length > 0) return { kind: 'numbers', numbers }
  const requestId = query.get('requestId')
  if (requestId) {
    const from = Number(query.get('from') ?? 0)
    return { kind: 'request', requestId, except: list(query.get('except')), from: from > 0 ? Math.trunc(from) : 0 }
  }
  const term = query.get('term')?.trim() ?? ''
  return term ? { kind: 'term', term } : { kind: 'none' }
}

/** `rest`: the number beyond the limit, and the address for requesting those. */
export type Prefilled = { items: FormItem[]; rest: StoredDraft['rest'] }

/** The wanted items; skips numbers that `present` already has. */
export async function prefilledBy(wish: Wish, present: readonly FormItem[]): Promise<Prefilled> {
  const room = Math.max(0, maxItems - present.length)
  if (wish.kind === 'term') return { items: room > 0 ? [fromTerm(wish.term)] : [], rest: null }
  if (wish.kind === 'numbers') {
    const fresh = freshOf(wish.numbers, present)
    const rest = fresh.slice(room)
    return {
      items: fresh.slice(0, room).map(fromNumber),
      rest: restAt(`/CreateCatalogueRequest?identifiers=${rest.map(encodeURIComponent)}`, rest.length),
    }
  }
  if (wish.kind === 'none') return { items: [], rest: null }
  const { requestId, except, from } = wish
  const { response } = await call(downloadsApi.requestDetails, { requestId })
  const left = new Set(except)
  const all = list(response.unmatchedRecords).filter((each) => !left.has(each))
  const upTo = from + room
  const address = new URLSearchParams({ requestId, ...(except.length > 0 ? { except: except.join(',') } : {}) })
  return {
    items: freshOf(all.slice(from, upTo), present).map(fromNumber),
    rest: restAt(`/CreateCatalogueRequest?${address}&from=${upTo}`, all.length - upTo),
  }
}

const restAt = (href: string, count: number) => (count > 0 ? { href, count } : null)

/** Each number once, without those already in the request. */
function freshOf(numbers: readonly string[], present: readonly FormItem[]) {
  const seen = new Set(present.map(({ standardNumber }) => numberKey(standardNumber)))
  return numbers.filter((number) => {
    const key = numberKey(number)
    return !seen.has(key) && seen.add(key)
  })
}

export const fromNumber = (standardNumber: string): FormItem => newItem({ standardNumber: standardNumber.slice(0, 40) })

/** A search term is a title or a number. */
function fromTerm(term: string): FormItem {
  const { key, kind, problem } = identifierKey(term)
  if (key !== '' && !problem && kind !== 'record') return fromNumber(term)
  if (/^(?:ftp|https?):\/\//i.test(term)) return newItem({ url: term.slice(0, 2000), resourceType: 'ONLINE_RESOURCE' })
  return newItem({ title: term.slice(0, 500) })
}
