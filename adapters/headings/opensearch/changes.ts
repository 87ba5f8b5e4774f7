import type { DatabaseSync } from 'node:sqlite'

/** Notes from now on which headings of a file are new, gone, or have another record, and what was linked before. */
export function watchChanges(db: DatabaseSync): void {
  db.exec(`
    create temp table fresh (row integer primary key);
    create temp table gone (row integer primary key);
    create temp table other_marc (row integer primary key);
    create temp table old_link as select row, kind, target from link;
    create temp trigger note_fresh after insert on main.heading begin insert or ignore into fresh values (new.row); end;
    create temp trigger note_gone after delete on main.heading begin
      insert or ignore into gone select old.row where not exists (select 1 from fresh where row = old.row);
      delete from fresh where row = old.row;
    end;
    create temp trigger note_marc after insert on main.marc begin insert or ignore into other_marc values (new.row); end;
    create temp trigger note_no_marc after delete on main.marc begin insert or ignore into other_marc values (old.row); end;
  `)
}

export type Changes = {
  /** Rows that were there and are no more. */
  gone: number[]
  /** Rows to be written: new, with another record, or with other references. */
  written: number[]
  /** Those of them that are new. */
  entered: number[]
  none: boolean
}

export function changesOf(db: DatabaseSync): Changes {
  const rows = (select: string) => (db.prepare(select).all() as { row: number }[]).map(({ row }) => row)
  const entered = rows('select row from fresh order by row')
  const gone = rows('select row from gone order by row')
  const none = entered.length + gone.length + rows('select row from other_marc').length === 0
  const written = rows(`
    select row from heading where row in (
      select row from fresh union select row from other_marc
      union select row from (select row, kind, target from link except select row, kind, target from old_link)
      union select row from (select row, kind, target from old_link except select row, kind, target from link)
    ) order by row`)
  return { gone, written, entered, none }
}
