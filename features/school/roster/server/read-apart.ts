import { limitConcurrency } from '#kit/server/load/limit-concurrency.ts'
import { CalledThread, ThreadLost } from '#kit/server/thread-calls.ts'
import { rosterProblem } from '../contract.ts'
import { type SentFile, tooBig, unreadable } from './read-bundle.ts'
import type { Reading } from './read-roster.ts'
import type { RosterThread } from './roster-thread.ts'

/** A file can be made to take minutes or gigabytes, whatever its size. */
const limits = { ms: 20_000, maxOldGenerationSizeMb: 512 }
const takeTurn = limitConcurrency(2)
const schools = new Set<string>()

/**
 * Reads a roster in a thread of its own, one at a time for each school. `today` as in 2026-11-26. Throws `roster_busy`
 * while another of the school is read, and `roster_unreadable`.
 */
export async function readRosterApart(
  school: string,
  files: SentFile[],
  today: string,
  { ms, ...resourceLimits } = limits,
): Promise<Reading> {
  if (schools.has(school))
    throw rosterProblem('roster_busy', { messages: ['We’re still reading another file of your school.'] })
  schools.add(school)
  try {
    return await takeTurn(async () => {
      const thread = new CalledThread<RosterThread>(script, undefined, { resourceLimits })
      const late = setTimeout(() => void thread.end(), ms)
      try {
        const read = await thread.call('read', [files, today])
        if ('refused' in read) throw unreadable(...read.refused)
        return read.reading
      } catch (error) {
        throw error instanceof ThreadLost ? tooBig() : error
      } finally {
        clearTimeout(late)
        await thread.end()
      }
    })
  } finally {
    schools.delete(school)
  }
}

const script = new URL('./roster-thread.ts', import.meta.url)
