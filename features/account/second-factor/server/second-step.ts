import type { App, Db } from '#app/app.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { countGuess, forgiveGuess, guessAtCode } from '../../sign-in/server/guesses.ts'
import { recordRefused } from '../../sign-in/server/record-sign-in.ts'
import { factorsOf, mustHaveFactor } from './factors.ts'
import { recoveryCodesLeft, takeRecoveryCode } from './recovery-codes.ts'
import { purpose } from './second-factor.ts'
import { mailAboutFactor } from './second-factor-mail.ts'
import { stepOfCode } from './totp.ts'

type Part = Pick<App, 'db' | 'clock' | 'env' | 'secretKey' | 'queue'>

/** Time limit between the password and the code. */
const minutes = 10

/** `by`: the factor to ask for; someone with only a passkey has no code to enter. */
export type SecondStep = { userId: string; username: string; by: 'code' | 'passkey'; passkeys: boolean }

/** After the right password: true if this page must ask for a second step. */
export async function beginSecondStep(app: Part, page: string, userId: string): Promise<boolean> {
  const { role } = await app.db.selectFrom('appUser').where('id', '=', userId).select('role').executeTakeFirstOrThrow()
  const factors = await factorsOf(app, userId)
  if (!factors.app && !(factors.passkeys > 0 && mustHaveFactor(app.env, role))) return false
  const row = { userId, expiresAt: new Date(app.clock().getTime() + minutes * 60_000) }
  await app.db
    .insertInto('halfSignIn')
    .values({ page, ...row })
    .onConflict((conflict) => conflict.column('page').doUpdateSet(row))
    .execute()
  return true
}

/** The second step this page awaits; undefined if no password was given on it, or too long ago. */
export async function secondStepOf(app: Part, page: string): Promise<SecondStep | undefined> {
  const half = await app.db
    .selectFrom('halfSignIn')
    .innerJoin('appUser', 'appUser.id', 'halfSignIn.userId')
    .where('page', '=', page)
    .where('expiresAt', '>', app.clock())
    .where('disabledAt', 'is', null)
    .select(['userId', 'username'])
    .executeTakeFirst()
  if (!half) return undefined
  const factors = await factorsOf(app, half.userId)
  return { ...half, by: factors.app ? 'code' : 'passkey', passkeys: factors.passkeys > 0 }
}

export const forgetSecondStep = ({ db }: Pick<Part, 'db'>, page: string) =>
  db.deleteFrom('halfSignIn').where('page', '=', page).execute()

/** Seconds to wait before the next guess; 0 with `right` for a correct code, which also clears the page's wait. */
export async function checkCode(
  app: Part,
  {
    page,
    step,
    typed,
    ...from
  }: {
    page: string
    step: SecondStep
    typed: string
    mark: string | undefined
    address: string
  },
): Promise<{ right: boolean; waitSeconds: number }> {
  const now = app.clock()
  const guess = guessAtCode(step.userId, from)
  const waitSeconds = await countGuess(app.db, guess, now)
  if (waitSeconds > 0) return { right: false, waitSeconds }
  const right = await app.db.transaction().execute(async (tx) => {
    // Locked: of two right codes on one page, one signs in.
    const half = await tx
      .selectFrom('halfSignIn')
      .where('page', '=', page)
      .where('userId', '=', step.userId)
      .select('page')
      .forUpdate()
      .executeTakeFirst()
    if (!half || !(await takeCode({ ...app, db: tx }, step, typed, now))) return false
    await forgetSecondStep({ db: tx }, page)
    return true
  })
  if (right) await forgiveGuess(app.db, guess)
  else await recordRefused(app, 'code', step.username)
  return { right, waitSeconds: 0 }
}

async function takeCode(app: Part, { userId }: SecondStep, typed: string, now: Date): Promise<boolean> {
  if (await takeTotp(app, userId, typed.replace(/\s/g, ''), now)) return true
  if (!(await takeRecoveryCode(app.db, userId, typed))) return false
  const codesLeft = await recoveryCodesLeft(app.db, userId)
  await recordRecovery(app.db, userId, codesLeft, now)
  await mailAboutFactor(app, app.db, { userId, what: 'recovery-code-used', codesLeft })
  return true
}

/** One conditional update decides: one of two concurrent uses wins, and older codes are refused afterwards. */
async function takeTotp({ db, secretKey }: Part, userId: string, code: string, now: Date): Promise<boolean> {
  const known = await db.selectFrom('secondFactor').where('userId', '=', userId).select('secret').executeTakeFirst()
  const step = known && stepOfCode(secretKey.open(known.secret, purpose), code, now)
  if (step === undefined) return false
  const taken = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()
  return taken !== undefined
}

async function recordRecovery(tx: Db, userId: string, recoveryCodesLeft: number, now: Date) {
  const { customerId, username: subject } = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['customerId', 'username'])
    .executeTakeFirstOrThrow()
  const action = 'recovery_code_used'
  await recordAudit(tx, { now, customerId, userId, action, subject, after: { recoveryCodesLeft } })
}
