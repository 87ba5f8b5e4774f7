import type { Db } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import type { Role } from '#kit/roles.ts'
import type { Caller } from '#kit/server/caller.ts'
import { takesPasskeys } from '../../sign-in/server/relying-party.ts'

export type FactorEnv = Pick<Env, 'publicUrl' | 'oidc' | 'requireSecondFactor'>
type Part = { db: Db; env: FactorEnv }

/** The provider's people, and school roles that grant access to others. */
export const mustHaveFactor = ({ requireSecondFactor }: Pick<Env, 'requireSecondFactor'>, role: Role): boolean =>
  requireSecondFactor && role !== 'student' && role !== 'staff'

/** The factors somebody can use after the password. Passkeys count only where sign-in accepts them. */
export async function factorsOf({ db, env }: Part, userId: string): Promise<{ app: boolean; passkeys: number }> {
  const app = await db.selectFrom('secondFactor').where('userId', '=', userId).select('userId').executeTakeFirst()
  const passkeys = takesPasskeys(env)
    ? await db.selectFrom('passkey').where('userId', '=', userId).select('id').execute()
    : []
  return { app: app !== undefined, passkeys: passkeys.length }
}

/**
 * The factor that a password-only session still lacks. Somebody with a factor cannot replace it by setting up another.
 */
export async function missingFactor(
  part: Part,
  { userId, role, secondFactor }: { userId: string; role: Role; secondFactor: boolean },
): Promise<Caller['missingFactor']> {
  if (secondFactor || !mustHaveFactor(part.env, role)) return undefined
  const { app, passkeys } = await factorsOf(part, userId)
  return app || passkeys > 0 ? 'sign-in' : 'set-up'
}
