import type { App } from '#app/app.ts'
import { type HumanAction, type HumanCheck, humanCheckProblem } from '../contract.ts'

type Needs = Pick<App, 'db' | 'clock' | 'humanCheck' | 'log'>

/** Longer ones are no answer of any check. */
const longestAnswer = 8192

export const askForHumanCheck = async (
  { humanCheck, clock }: Pick<App, 'humanCheck' | 'clock'>,
  action: HumanAction,
): Promise<{ response: HumanCheck }> => ({ response: await humanCheck.ask(action, clock()) })

/**
 * True exactly once for each solved check, and only for the action that it was solved for. False also where the checker
 * is away: nobody is let through unseen. Not to be called within a transaction: it may ask another server.
 */
export async function isHuman(
  { db, clock, humanCheck, log }: Needs,
  answer: string | undefined,
  action: HumanAction,
): Promise<boolean> {
  if (!answer || answer.length > longestAnswer) return false
  const now = clock()
  const answered = await humanCheck.check(answer, action, now).catch((error: Error) => {
    log.warn({ err: error }, 'the human check is away')
    return undefined
  })
  if (!answered) return false
  await db.deleteFrom('usedHumanCheck').where('expiresAt', '<', now).execute()
  const first = await db
    .insertInto('usedHumanCheck')
    .values({ id: answered.id, action, usedAt: now, expiresAt: answered.expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return first !== undefined
}

/** Throws `not_a_person` with the specification's sentence. */
export async function requireHuman(app: Needs, answer: string | undefined, action: HumanAction): Promise<void> {
  if (!(await isHuman(app, answer, action))) throw humanCheckProblem('not_a_person')
}
