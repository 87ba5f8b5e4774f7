import { Problem } from '#kit/problem.ts'
import { answerCalls } from '#kit/server/thread-calls.ts'
import { readBundle, type SentFile } from './read-bundle.ts'
import { type Reading, readRoster } from './read-roster.ts'

export type RosterThread = { read: typeof read }

function read(files: SentFile[], today: string): { reading: Reading } | { refused: readonly string[] } {
  try {
    return { reading: readRoster(readBundle(files), today) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { refused: error.messages }
  }
}

answerCalls<RosterThread>({ read })
