import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { signInProblem } from '../sign-in-contract.ts'
import { checkPassword } from './check-password.ts'
import { countGuess, forgiveGuess } from './guesses.ts'
import { noteRefused } from './note-sign-in.ts'

type Part = Pick<App, 'db' | 'clock' | 'env'>

/** So long after a sign-in it is still believed that the same person sits there. */
const freshMinutes = 10

export async function freshSignIn({ db, clock }: Pick<Part, 'db' | 'clock'>, { sessionId }: Caller): Promise<boolean> {
  const session = await db.selectFrom('session').where('id', '=', sessionId).select('createdAt').executeTakeFirst()
  return session !== undefined && clock().getTime() - session.createdAt.getTime() < freshMinutes * 60_000
}

/**
 * Before something that would let a stranger at an unlocked computer stay for good: a sign-in of these minutes, or the
 * password once more. Guesses at it are slowed down.
 */
export async function proveAgain(
  app: Part,
  caller: Caller,
  { password, address }: { password: string | undefined; address: string },
) {
  if (await freshSignIn(app, caller)) return
  if (!password) throw signInProblem('password_needed')
  const { username } = await app.db
    .selectFrom('appUser')
    .where('id', '=', caller.userId)
    .select('username')
    .executeTakeFirstOrThrow()
  // Counted for this session alone: whoever sits at it cannot keep the person from signing in elsewhere.
  const guess = { username: `session:${caller.sessionId}`, address }
  const waitSeconds = await countGuess(app.db, guess, app.clock())
  if (waitSeconds > 0) throw signInProblem('too_many_attempts', { messages: [pauseSentence(waitSeconds)] })
  if ((await checkPassword(app, { username, password })) === undefined) {
    await noteRefused(app, 'password', username)
    const sentence = 'The password is not right.'
    throw signInProblem('password_wrong', { messages: [sentence], errors: { password: [sentence] } })
  }
  await forgiveGuess(app.db, guess)
}

function pauseSentence(seconds: number) {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Too many attempts. Please wait ${count} ${unit}${count === 1 ? '' : 's'} and try again.`
}
