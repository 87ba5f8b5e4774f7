import type { Clause } from '#features/catalogue/query/server/query.ts'
import { maxTermLength } from '#features/catalogue/rules.ts'
import { analyse, identifierPattern, respelled } from '#features/catalogue/server/catalogue.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { identifierKey, isWithoutAgency } from '#marc/identifier.ts'
import type { AccessPoint } from './access-points.ts'

/** A term and the number of records that a search for it finds. */
export type TermEntry = { term: string; count: number }
type Near = { before: number; after: number }

/** Terms looked at in one call to the catalogue, and in all: other fields' words are skipped. */
const perCall = 200
const maxVisited = 10_000

/**
 * The terms of an access point around a text: up to `before` below it and `after` from it on, each in ascending order.
 * Undefined if the access point has no list of terms. `start`: the text as the index has it.
 */
async function scanTerms(
  catalogue: Pick<CataloguePort, 'terms' | 'counts'>,
  at: AccessPoint,
  text: string,
  near: Near,
): Promise<(Record<keyof Near, TermEntry[]> & { start: string }) | undefined> {
  const list = listOf(at)
  if (!list) return undefined
  const from = list.keyOf(text)
  const walk = async (backwards: boolean, wanted: number) => {
    const found: TermEntry[] = []
    let start = from
    for (let visited = 0; found.length < wanted && visited < maxVisited; visited += perCall) {
      const terms = await catalogue.terms({ of: list.of, from: start, backwards, limit: perCall })
      const counts = await catalogue.counts(terms.map(list.clauseOf))
      terms.forEach((term, i) => {
        const isWritten = !term.endsWith(respelled) && !isWithoutAgency(term)
        if (counts[i]! > 0 && isWritten) found.push({ term, count: counts[i]! })
      })
      if (terms.length < perCall) break
      start = backwards ? terms.at(-1)! : `${terms.at(-1)!}\u0000`
    }
    return found.slice(0, wanted)
  }
  const [before, after] = await Promise.all([walk(true, near.before), walk(false, near.after)])
  return { start: from, before: before.reverse(), after }
}

/**
 * Up to `count` terms, with the text at this place among them: 1 first, 0 just before the first (ISO 23950, 3.2.8.1.5),
 * where the text itself is left out.
 */
export async function scanAt(
  catalogue: Pick<CataloguePort, 'terms' | 'counts'>,
  at: AccessPoint,
  text: string,
  { position, count }: { position: number; count: number },
): Promise<Record<keyof Near, TermEntry[]> | undefined> {
  const before = Math.max(0, position - 1)
  const found = await scanTerms(catalogue, at, text, { before, after: count - before + 1 })
  if (!found) return undefined
  const after = position === 0 ? found.after.filter(({ term }) => term !== found.start) : found.after
  return { before: found.before, after: after.slice(0, count - before) }
}

type TermList = {
  of: 'words' | 'identifiers'
  keyOf: (text: string) => string
  clauseOf: (term: string) => Clause
}

function listOf(at: AccessPoint): TermList | undefined {
  if (at.kind === 'words')
    return {
      of: 'words',
      keyOf: (text) => analyse(text.slice(0, maxTermLength))[0] ?? '',
      clauseOf: (word) => ({ kind: 'word', word, fields: at.fields }),
    }
  if (at.kind === 'identifier')
    return {
      of: 'identifiers',
      keyOf: (text) => identifierKey(text).key,
      clauseOf: (key) => (at.only ? identifierPattern(key, at.only) : { kind: 'identifiers', keys: [key] }),
    }
  return undefined
}
