import { issueActivation } from '#features/activation/server/activation.ts'
import { issueConsentLink } from '#features/consent/server/consent.ts'
import { demoApplicants, demoConsentUuid } from '#sample/demo-links.ts'
import type { App } from './app.ts'

const key = 'demo_links'
const linkDays = 3650

/** One link of each kind to try, once in the life of a database; also of one that had the demo world before. */
export async function loadDemoLinks(app: Pick<App, 'db' | 'clock' | 'env'>): Promise<void> {
  const { db, clock, env } = app
  await db.transaction().execute(async (within) => {
    const first = await within
      .insertInto('installation')
      .values({ key, value: JSON.stringify({ loadedAt: clock() }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!first) return
    const part = { db: within, clock, env }
    for (const { kind, token, applicant } of demoApplicants)
      await issueActivation(part, { kind, whom: { applicant }, linkDays, token })
    await issueConsentLink(
      part,
      { customerId: 'demo-hillview', userId: 'demo-hillview-librarian' },
      { linkDays, uuid: demoConsentUuid },
    )
  })
}
