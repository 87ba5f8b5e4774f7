import type { DatabaseSync } from 'node:sqlite'
import type { IndexEntry, Page, Range, TreeTerm } from '#features/catalogue/headings/server/headings-port.ts'
import { referenceKinds } from '#marc/crosswalk/heading-document.ts'
import { generationOf } from './schema.ts'

const [broader, narrower] = referenceKinds.map((_, number) => number)
const scheme = 'substr(h.scheme, 9) as scheme'
const narrowerCount = `(select count(*) from link n where n.row = h.row and n.kind = ${narrower}) as narrower`
const subject = 'h.authority = 0'

/** Sorts after every figure and Latin letter, and before every other script. */
const behindLatin = '{'

/** `0` stores figures and, after them, other scripts. */
const placeOf = (letter: string): [stored: string, from: string, before: string] =>
  letter === 'other' ? ['0', behindLatin, '\u{10ffff}'] : [letter, '', letter === '0' ? behindLatin : '\u{10ffff}']

/** The subject headings as an alphabetical index and as a tree. */
export function openBrowsing(db: DatabaseSync, goOn: () => void) {
  const letters = db.prepare(
    `select letter, count(*) as count
     from (select iif(letter = '0' and sort >= '${behindLatin}', 'other', letter) as letter from entry)
     group by letter order by letter = 'other', letter`,
  )
  const entries = db.prepare(
    `select e.see_from as seeFrom, h.id as recordId, h.text as heading, ${scheme}
     from entry e join heading h on h.row = e.row where e.letter = ? and e.sort >= ? and e.sort < ?
     order by e.letter, e.sort, e.see_from, e.row limit ? offset ?`,
  )
  const tops = db.prepare(
    `select h.row from (
       select row from link group by row having max(kind = ${narrower}) = 1 and max(kind = ${broader}) = 0
     ) t join heading h on h.row = t.row where ${subject} order by h.sort, h.id`,
  )
  const termOf = db.prepare(
    `select h.id as recordId, h.text as heading, ${scheme}, ${narrowerCount} from heading h where h.row = ?`,
  )
  const narrowerTotal = db.prepare(
    `select count(*) as count from link l join heading r on r.row = l.row where r.id = ? and l.kind = ${narrower}`,
  )
  const narrowerTerms = db.prepare(
    `select h.id as recordId, h.text as heading, ${scheme}, ${narrowerCount}
     from heading r join link l on l.row = r.row and l.kind = ${narrower} join heading h on h.row = l.target
     where r.id = ? order by h.sort, h.id limit ? offset ?`,
  )
  const count = (found: unknown) => (found as { count: number }).count

  // Requested often and constant until the next load, so it is counted once.
  const lettersNow = ofState(
    db,
    () => letters.all().map((each) => ({ ...each })) as { letter: string; count: number }[],
  )
  const topsNow = ofState(db, () => (tops.all() as { row: number }[]).map(({ row }) => row))

  return {
    letters: lettersNow,
    /** In alphabetical order. */
    rowsOfTopTerms: topsNow,
    index: (letter: string, { from, size }: Range): Page<IndexEntry> => ({
      total: lettersNow().find((each) => each.letter === letter)?.count ?? 0,
      items: entries.all(...placeOf(letter), size, from) as IndexEntry[],
    }),
    topTerms: ({ from, size }: Range): Page<TreeTerm> => ({
      total: topsNow().length,
      items: topsNow()
        .slice(from, from + size)
        .map((row) => {
          goOn()
          return termOf.get(row) as TreeTerm
        }),
    }),
    narrowerTerms: (recordId: string, { from, size }: Range): Page<TreeTerm> => ({
      total: count(narrowerTotal.get(recordId)),
      items: narrowerTerms.all(recordId, size, from) as TreeTerm[],
    }),
  }
}

/** Recomputed after each load. */
function ofState<T>(db: DatabaseSync, make: () => T): () => T {
  let known: { generation: number; value: T } | undefined
  return () => {
    const generation = generationOf(db)
    if (known?.generation !== generation) known = { generation, value: make() }
    return known.value
  }
}
