import { z } from 'zod'
import { businessDay } from '#kit/day.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { authorityKinds, nameOfKind } from '../rules.ts'
import { makeRelease, type Needs } from './make-release.ts'
import { latestRelease } from './stored-releases.ts'

/** Commands from the command line to the running program. */
export const ReleaseCommand = z.strictObject({ command: z.literal('release') })
export type ReleaseAnswer = { lines: string[] } | { refused: string }

/** Releases the loaded headings without waiting for the quiet minute. */
export async function releaseNow(app: Needs): Promise<ReleaseAnswer> {
  const before = await latestRelease(app.db)
  await makeRelease(app)
  // A run already in progress may have started before the last load.
  await makeRelease(app)
  const latest = await latestRelease(app.db)
  if (!latest) return { refused: 'No headings have been loaded yet: npm run catalogue -- load --authorities FILE' }
  if (latest.number === before?.number)
    return {
      lines: [`Nothing has changed since release ${latest.number} of ${businessDay(app.clock, latest.releasedAt)}.`],
    }
  const subject = `Release ${latest.number}`
  await recordAudit(app.db, {
    now: app.clock(),
    customerId: null,
    userId: null,
    action: 'authorities_released',
    subject,
  })
  const lines = authorityKinds.map((kind) => {
    const { added, changed, deleted } = latest.changes?.[kind] ?? {
      added: latest.headings[kind],
      changed: 0,
      deleted: 0,
    }
    return `${nameOfKind[kind]} ${latest.headings[kind]}: new ${added}, changed ${changed}, deleted ${deleted}`
  })
  return { lines: [`Release ${latest.number} of ${businessDay(app.clock, latest.releasedAt)}`, ...lines] }
}
