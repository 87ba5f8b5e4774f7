import { sql } from 'kysely'
import type { Db } from '#app/app.ts'

/** Download requests of all schools and their library systems since `latest`, and before it since `before`. */
export async function downloadFigures(
  db: Db,
  { latest, before }: { latest: Date; before: Date },
): Promise<{ latest: number; before: number }> {
  const { rows } = await sql<{ latest: number; before: number }>`
    select (count(*) filter (where created_at > ${latest}))::int as latest,
      (count(*) filter (where created_at <= ${latest}))::int as before
    from download_request where created_at > ${before}`.execute(db)
  return rows[0]!
}
