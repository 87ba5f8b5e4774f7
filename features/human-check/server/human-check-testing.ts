import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { TestApp } from '#app/testing.ts'
import { type HumanAction, humanCheckApi } from '../contract.ts'

/** What the page does, for tests: a solved check for this action. */
export async function solveHumanCheck(app: Pick<TestApp, 'as'>, action: HumanAction): Promise<string> {
  const { response } = await app.as(null)(humanCheckApi.humanCheck, { action })
  if (response.kind !== 'altcha') throw new Error('The tests solve puzzles of ALTCHA only.')
  const solution = await solveChallenge({ challenge: response.puzzle as Challenge, deriveKey })
  return btoa(JSON.stringify({ challenge: response.puzzle, solution }))
}
