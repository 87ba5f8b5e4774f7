import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { deriveKey as deriveWithMemory } from 'altcha-lib/algorithms/scrypt'
import type { TestApp } from '#app/testing.ts'
import { type HumanAction, humanCheckApi, type Puzzle } from '../contract.ts'

/** Plays the page, for tests: a solved check for this action. */
export async function solveHumanCheck(app: Pick<TestApp, 'as'>, action: HumanAction): Promise<string> {
  const { response } = await app.as(null)(humanCheckApi.humanCheck, { action })
  if (response.kind !== 'altcha') throw new Error('The tests solve puzzles of ALTCHA only.')
  return answerTo(response.puzzle, deriveKey)
}

/** The answer to a puzzle set after too many attempts. */
export const solveWork = (puzzle: Puzzle): Promise<string> => answerTo(puzzle, deriveWithMemory)

async function answerTo(puzzle: Puzzle, derive: typeof deriveKey) {
  const solution = await solveChallenge({ challenge: puzzle as Challenge, deriveKey: derive })
  return btoa(JSON.stringify({ challenge: puzzle, solution }))
}
