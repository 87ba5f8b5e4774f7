import type { RunningApp } from '#app/wire.ts'

type Change = { before: Record<string, unknown>; after: Record<string, unknown> }

/** The logged changes lead from the first value to the current one: none is missing or repeated. */
export async function wrongChains({ db }: RunningApp): Promise<string[]> {
  const settings = await db
    .selectFrom('settingsChange')
    .select(['before', 'after'])
    .where('customerId', '=', 'demo-riverside')
    .orderBy('changedAt')
    .execute()
  const names = await db
    .selectFrom('auditEntry')
    .select(['before', 'after'])
    .where('action', '=', 'person_renamed')
    .where('userId', '=', 'demo-hillview-assistant')
    .orderBy('happenedAt')
    .execute()
  const saved = await db
    .selectFrom('customerSettings')
    .select('settings')
    .where('customerId', '=', 'demo-riverside')
    .executeTakeFirst()
  const person = await db
    .selectFrom('appUser')
    .select('firstName')
    .where('id', '=', 'demo-hillview-assistant')
    .executeTakeFirstOrThrow()
  return [
    ...breaks('settings', 'checkUnmatchedRecordsDays', settings, (saved?.settings ?? {}) as Record<string, unknown>),
    ...breaks('profile', 'firstName', names, person),
  ]
}

function breaks(kind: string, field: string, changes: Change[], present: Record<string, unknown>): string[] {
  const own = changes.filter(({ after }) => field in after)
  return own.flatMap(({ after }, at) => {
    const next = own[at + 1]?.before[field] ?? present[field]
    return after[field] === next ? [] : [`${kind} was changed to ${after[field]}, and ${next} comes after it`]
  })
}
