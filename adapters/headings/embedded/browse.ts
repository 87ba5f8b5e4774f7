import type { DatabaseSync } from 'node:sqlite'
import type { IndexEntry, Page, Range, TreeTerm } from '#features/headings/server/headings-port.ts'
import { referenceKinds } from '#marc/heading-document.ts'

const [broader, narrower] = referenceKinds.map((_, number) => number)
const scheme = 'substr(h.scheme, 9) as scheme'
const narrowerCount = `(select count(*) from link n where n.row = h.row and n.kind = ${narrower}) as narrower`
const subject = 'h.authority = 0'

/** Of a row `h` of headings: narrower ones and nothing broader. */
export const isTopTerm = `${subject} and exists (select 1 from link n where n.row = h.row and n.kind = ${narrower})
    and not exists (select 1 from link b where b.row = h.row and b.kind = ${broader})`

/** The subject headings as an alphabetical index and as a tree. */
export function openBrowsing(db: DatabaseSync) {
  const letters = db.prepare('select letter, count(*) as count from entry group by letter order by letter')
  const countOf = db.prepare('select count(*) as count from entry where letter = ?')
  const entries = db.prepare(
    `select e.see_from as seeFrom, h.id as recordId, h.text as heading, ${scheme}
     from entry e join heading h on h.row = e.row where e.letter = ?
     order by e.letter, e.sort, e.see_from, e.row limit ? offset ?`,
  )
  const topCount = db.prepare(`select count(*) as count from heading h where ${isTopTerm}`)
  const topTerms = db.prepare(
    `select h.id as recordId, h.text as heading, ${scheme}, ${narrowerCount} from heading h
     where ${isTopTerm} order by h.sort, h.id limit ? offset ?`,
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

  return {
    letters: () => letters.all().map((each) => ({ ...each })) as { letter: string; count: number }[],
    index: (letter: string, { from, size }: Range): Page<IndexEntry> => ({
      total: count(countOf.get(letter)),
      items: entries.all(letter, size, from) as IndexEntry[],
    }),
    topTerms: ({ from, size }: Range): Page<TreeTerm> => ({
      total: count(topCount.get()),
      items: topTerms.all(size, from) as TreeTerm[],
    }),
    narrowerTerms: (recordId: string, { from, size }: Range): Page<TreeTerm> => ({
      total: count(narrowerTotal.get(recordId)),
      items: narrowerTerms.all(recordId, size, from) as TreeTerm[],
    }),
  }
}
