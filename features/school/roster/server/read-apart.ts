import { TimedThread } from '#kit/server/load/timed-thread.ts'
import { ThreadLost } from '#kit/server/thread-calls.ts'
import { rosterProblem } from '../contract.ts'
import { type SentFile, tooBig, unreadable } from './read-bundle.ts'
import type { Reading } from './read-roster.ts'
import type { RosterThread } from './roster-thread.ts'

/** A file can be made to take minutes or gigabytes, regardless of its size. */
export const openRosterThread = (limitMs = 20_000, maxOldGenerationSizeMb = 512) =>
  new TimedThread<RosterThread>(new URL('./roster-thread.ts', import.meta.url), limitMs, { maxOldGenerationSizeMb })

const ours = openRosterThread()
const schools = new Set<string>()

/**
 * Reads a roster in a thread of its own, one at a time for each school. `today` as in 2026-11-26. Throws `roster_busy`
 * while another of the school is read, and `roster_unreadable`.
 */
export async function readRosterApart(
  school: string,
  files: SentFile[],
  today: string,
  thread = ours,
): Promise<Reading> {
  if (schools.has(school))
    throw rosterProblem('roster_busy', { messages: ['We’re still reading another file from your school.'] })
  schools.add(school)
  try {
    const read = await thread.call('read', [files, today])
    if ('refused' in read) throw unreadable(...read.refused)
    return read.reading
  } catch (error) {
    throw error instanceof ThreadLost ? tooBig() : error
  } finally {
    schools.delete(school)
  }
}
