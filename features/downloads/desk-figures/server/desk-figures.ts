import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { type Day, startOfDay, type Zone } from '#kit/day.ts'

/** Download requests of all schools by day, those of library systems included. Days without any are left out. */
export async function downloadsByDay(
  db: Db,
  zone: Zone,
  from: Day,
): Promise<{ day: string; requests: number; records: number }[]> {
  const { rows } = await sql<{ day: string; requests: number; records: number }>`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as requests,
      sum(matched_count)::int as records
    from download_request where created_at >= ${startOfDay(zone, from)} group by 1`.execute(db)
  return rows
}
