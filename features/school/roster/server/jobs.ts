import { z } from 'zod'
import type { App } from '#app/app.ts'
import { job } from '#kit/server/jobs.ts'
import { applyConfirmedRoster } from './apply-roster.ts'
import { inviteRosterStudents } from './invite-waiting.ts'
import { pickUpRoster, pickUpRosters } from './pick-up.ts'

/** The people of a preview that no one applied are not kept. */
export const forgetPreviews = job({
  name: 'roster.forget-previews',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 4,
  cron: '20 * * * *',
  async run({ db, clock }: Pick<App, 'db' | 'clock'>) {
    await db.deleteFrom('rosterRun').where('status', '=', 'PREVIEW').where('expiresAt', '<=', clock()).execute()
  },
})

export const rosterJobs = [applyConfirmedRoster, inviteRosterStudents, forgetPreviews, pickUpRosters, pickUpRoster]
