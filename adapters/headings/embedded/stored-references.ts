import type { DatabaseSync } from 'node:sqlite'
import { type Heading, maxReferences } from '#features/catalogue/headings/server/headings-port.ts'
import { type HeadingDocument, referenceKinds } from '#marc/crosswalk/heading-document.ts'
import { sortKey } from '#marc/crosswalk/sort-key.ts'
import { keyOf } from './stored-heading.ts'

type Linked = { id: string; text: string; sort: string; key: string; number: string }

/** Reads a heading with its references in both directions, each kind in alphabetical order. */
export function openHeadingReader(db: DatabaseSync): (row: number) => Heading {
  const documentOf = db.prepare('select document from heading where row = ?')
  const linkedTo = db.prepare(
    `select h.id, h.text, h.sort, h.key, h.number from link l join heading h on h.row = l.target
     where l.row = ? and l.kind = ? order by h.sort, h.id limit ${maxReferences}`,
  )
  return (row) => {
    const {
      headingSort: _,
      unlisted = [],
      ...heading
    }: HeadingDocument = JSON.parse((documentOf.get(row) as { document: string }).document)
    const references = referenceKinds.map((kind, number) => {
      const linked = linkedTo.all(row, number) as Linked[]
      const found = linked.map(({ id, text, sort }) => ({ recordId: id, heading: text, sort }))
      const known = new Set([keyOf(heading.heading), ...linked.map(({ key }) => key)])
      const numbers = new Set(linked.map((each) => each.number))
      // A reference without a record here is still named.
      for (const named of heading[kind].slice(0, maxReferences))
        if (!known.has(keyOf(named.heading)) && !(named.number !== '' && numbers.has(named.number)))
          found.push({ recordId: '', heading: named.heading, sort: sortKey(named.heading) })
      if (found.length > linked.length) found.sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0))
      return [kind, found.map(({ recordId, heading: text }) => ({ recordId, heading: text }))]
    })
    return { ...heading, variants: [...heading.variants, ...unlisted], ...Object.fromEntries(references) }
  }
}
