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
 * An outside service asks for a second factor itself.
 */
export function missingFactor(
  env: FactorEnv,
  session: { role: Role; secondFactor: boolean; method: string; app: unknown; passkeys: unknown },
): Caller['missingFactor'] {
  if (session.secondFactor || session.method === 'issuer' || !mustHaveFactor(env, session.role)) return undefined
  return session.app || (session.passkeys && takesPasskeys(env)) ? 'sign-in' : 'set-up'
}
