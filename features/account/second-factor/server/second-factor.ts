import type { App, Db } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { accountProblem } from '../../contract.ts'
import { type SecondFactor, secondFactorProblem } from '../contract.ts'
import { factorsOf, mustHaveFactor } from './factors.ts'
import { makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts'
import { mailAboutFactor } from './second-factor-mail.ts'
import { newTotpSecret, stepOfCode, totpAddress } from './totp.ts'

type Part = Pick<App, 'db' | 'clock' | 'env' | 'secretKey' | 'queue'>

/** Time to find one's phone while the QR code is shown. */
const draftMinutes = 30
/** Key purpose for the encrypted secrets. */
export const purpose = 'totp'

export async function readSecondFactor({ db, env }: Part, { userId, role }: Caller): Promise<SecondFactor> {
  const known = await db.selectFrom('secondFactor').where('userId', '=', userId).select('createdAt').executeTakeFirst()
  return {
    available: !env.oidc,
    required: mustHaveFactor(env, role),
    setUpDate: known?.createdAt.toISOString() ?? null,
    recoveryCodesLeft: await recoveryCodesLeft(db, userId),
  }
}

/** The existing factor stays valid until the new secret is confirmed. */
export async function beginSecondFactor({ db, env, clock, secretKey }: Part, { userId, disabled }: Caller) {
  if (env.oidc) throw secondFactorProblem('second_factor_elsewhere')
  if (disabled) throw accountProblem('not_allowed')
  const { username } = await db
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select('username')
    .executeTakeFirstOrThrow()
  const secret = newTotpSecret()
  const row = {
    secret: secretKey.seal(secret, purpose),
    expiresAt: new Date(clock().getTime() + draftMinutes * 60_000),
  }
  await db
    .insertInto('secondFactorDraft')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
  return { secret, address: totpAddress({ secret, issuer: `${env.providerName} Data`, label: username }) }
}

/** Ends the other password-only sessions; this one has just given two factors. */
export async function confirmSecondFactor(
  app: Part,
  { userId, customerId, sessionId, disabled }: Caller,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  if (disabled) throw accountProblem('not_allowed')
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId)
    const draft = await tx
      .selectFrom('secondFactorDraft')
      .where('userId', '=', userId)
      .where('expiresAt', '>', now)
      .select('secret')
      .executeTakeFirst()
    if (!draft) throw secondFactorProblem('second_factor_not_begun')
    const lastStep = stepOfCode(app.secretKey.open(draft.secret, purpose), code.replace(/\s/g, ''), now)
    if (lastStep === undefined) {
      const sentence =
        'This code is incorrect. Check that your phone’s clock is right, then enter the code it shows now.'
      throw secondFactorProblem('code_wrong', { messages: [sentence], errors: { code: [sentence] } })
    }
    await tx.deleteFrom('secondFactorDraft').where('userId', '=', userId).execute()
    const row = { secret: draft.secret, lastStep, createdAt: now }
    await tx
      .insertInto('secondFactor')
      .values({ userId, ...row })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute()
    const recoveryCodes = await makeRecoveryCodes(tx, userId)
    await tx.updateTable('session').set({ secondFactor: true }).where('id', '=', sessionId).execute()
    await tx.deleteFrom('session').where('userId', '=', userId).where('secondFactor', '=', false).execute()
    await recordFactor(tx, { userId, customerId, now }, 'second_factor_set_up')
    await mailAboutFactor(app, tx, { userId, what: 'set-up' })
    return { recoveryCodes }
  })
}

export async function renewRecoveryCodes(
  { db, clock }: Part,
  { userId, customerId }: Caller,
): Promise<{ recoveryCodes: string[] }> {
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId)
    const known = await tx.selectFrom('secondFactor').where('userId', '=', userId).select('userId').executeTakeFirst()
    if (!known) throw secondFactorProblem('second_factor_not_found')
    const recoveryCodes = await makeRecoveryCodes(tx, userId)
    await recordFactor(tx, { userId, customerId, now: clock() }, 'recovery_codes_renewed')
    return { recoveryCodes }
  })
}

export async function removeSecondFactor(app: Part, { userId, customerId, role }: Caller): Promise<object> {
  return app.db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId)
    const { passkeys } = await factorsOf({ db: tx, env: app.env }, userId)
    if (mustHaveFactor(app.env, role) && passkeys === 0) throw secondFactorProblem('second_factor_required')
    const removed = await tx
      .deleteFrom('secondFactor')
      .where('userId', '=', userId)
      .returning('userId')
      .executeTakeFirst()
    if (!removed) throw secondFactorProblem('second_factor_not_found')
    await recordFactor(tx, { userId, customerId, now: app.clock() }, 'second_factor_removed')
    await mailAboutFactor(app, tx, { userId, what: 'removed' })
    return {}
  })
}

/** Locks the person, so that concurrent changes of their factors run one by one. */
export const lockPerson = (tx: Db, userId: string) =>
  tx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

type Whose = { userId: string; customerId: string | null; now: Date }

async function recordFactor(tx: Db, { userId, customerId, now }: Whose, action: string) {
  const { username: subject } = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select('username')
    .executeTakeFirstOrThrow()
  await recordAudit(tx, { now, customerId, userId, action, subject })
}
