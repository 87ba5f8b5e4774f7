import type { DatabaseSync } from 'node:sqlite'
import { authorities } from '#features/headings/server/heading-query.ts'
import type { Used } from '#features/headings/server/headings-port.ts'
import { keyOf } from './stored-heading.ts'

/** Finds headings by their spelling, in every scheme of an authority. */
export function openNamed(db: DatabaseSync, goOn: () => void): (used: Used[]) => string[][] {
  // Each scheme in one step of the index, however many headings it has.
  const nextScheme = db.prepare('select scheme from heading where scheme > ? order by scheme limit 1')
  const find = db.prepare('select id, authority from heading where scheme = ? and key = ? order by row')
  return (used) => {
    const schemes: string[] = []
    for (let last = ''; ; last = schemes.at(-1)!) {
      const next = nextScheme.get(last) as { scheme: string } | undefined
      if (!next) break
      schemes.push(next.scheme)
    }
    return used.map(({ authority, heading, scheme }) => {
      goOn()
      const key = keyOf(heading)
      const number = authorities.indexOf(authority)
      const named = (among: string[]) =>
        among
          .flatMap((each) => find.all(each, key) as { id: string; authority: number }[])
          .flatMap((found) => (found.authority === number ? found.id : []))
      if (key === '') return []
      const own = scheme === undefined ? [] : named([`subject ${scheme}`])
      return own.length > 0 ? own : named(schemes)
    })
  }
}
