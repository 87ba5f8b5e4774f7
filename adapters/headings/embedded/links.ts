import type { DatabaseSync } from 'node:sqlite'
import { referenceKinds } from '#marc/crosswalk/heading-document.ts'

const [broader, narrower, related, earlier, later] = referenceKinds.map((_, number) => number)

/**
 * Resolves references by the record number given with them, otherwise by heading; within one authority. Then adds the
 * inverse of each: a heading that names this one as broader is narrower here.
 */
export function linkAll(db: DatabaseSync) {
  db.exec(`
    delete from link;
    insert or ignore into link
      select r.row, r.kind, t.row from reference r
      join heading s on s.row = r.row
      join heading t on t.scheme = s.scheme and t.number = r.number
      where r.number <> '' and t.row <> r.row;
    insert or ignore into link
      select row, kind, target from (
        select r.row, r.kind, (select min(t.row) from heading t where t.scheme = s.scheme and t.key = r.key) as target
        from reference r join heading s on s.row = r.row
        where r.number = '' or not exists (select 1 from heading n where n.scheme = s.scheme and n.number = r.number)
      ) where target is not null and target <> row;
    insert or ignore into link
      select target, case kind
        when ${broader} then ${narrower} when ${narrower} then ${broader}
        when ${earlier} then ${later} when ${later} then ${earlier} else ${related} end, row
      from link;
  `)
}
