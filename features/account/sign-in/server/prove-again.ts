import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import { defaultLanguage } from '#kit/messages.ts'
import type { Caller } from '#kit/server/caller.ts'
import { keepChallenge } from '../../passkeys/server/passkey-challenges.ts'
import { checkAnswer, optionsFor } from '../../passkeys/server/passkey-sign-in.ts'
import { checkPassword } from '../../passwords/server/check-password.ts'
import { signInProblem } from '../contract.ts'
import { countGuess, forgiveGuess, guessInSession } from './guesses.ts'
import { pauseSentence } from './pages.ts'
import { recordRefused } from './record-sign-in.ts'
import { takesPasskeys } from './relying-party.ts'

type Part = Pick<App, 'db' | 'clock' | 'env'>
type Given = { password?: string | undefined; credential?: { id: string } | undefined }

const askedBy = ({ sessionId }: Caller) => `proof:${sessionId}`

type Way = 'passkey' | 'password' | 'issuer'

export async function waysToProve(app: Part, caller: Caller): Promise<{ response: Way[]; service?: string }> {
  const { serviceId, preset, hasPassword } = await app.db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .leftJoin('signInService', 'signInService.id', 'session.serviceId')
    .where('session.id', '=', caller.sessionId)
    .select(['serviceId', 'preset', sql<boolean>`password_hash is not null`.as('hasPassword')])
    .executeTakeFirstOrThrow()
  // Google never asks again for the password of someone who is signed in there.
  if (serviceId !== null && preset !== 'google') return { response: ['issuer'], service: serviceId }
  if (serviceId === null && app.env.oidc) return { response: ['issuer'] }
  const passkeys = await credentialIdsOf(app, caller)
  const withPassword = hasPassword || serviceId === null
  return {
    response: [...(passkeys.length > 0 ? ['passkey' as const] : []), ...(withPassword ? ['password' as const] : [])],
  }
}

export async function beginProof(app: Part, caller: Caller): Promise<{ options: unknown }> {
  const options = await optionsFor(app, await credentialIdsOf(app, caller))
  await keepChallenge(app, askedBy(caller), options.challenge, 300)
  return { options }
}

/** Password guesses are rate limited. */
export async function giveProof(app: Part, caller: Caller, given: Given, { log }: FastifyRequest) {
  if ((await waysToProve(app, caller)).response.includes('issuer')) throw signInProblem('proof_elsewhere')
  if (given.credential) {
    const response = given.credential as AuthenticationResponseJSON
    const known = await checkAnswer(app, { askedBy: askedBy(caller), response, log })
    if (known?.userId !== caller.userId) throw signInProblem('passkey_refused')
  } else await checkOwnPassword(app, caller, given.password ?? '')
  await app.db.updateTable('session').set({ provedAt: app.clock() }).where('id', '=', caller.sessionId).execute()
  return {}
}

async function checkOwnPassword(app: Part, caller: Caller, password: string) {
  if (!password) throw refusedPassword('password_needed', 'Please enter your password.')
  const { username } = await app.db
    .selectFrom('appUser')
    .where('id', '=', caller.userId)
    .select('username')
    .executeTakeFirstOrThrow()
  // Counted per session: a guesser there cannot keep the person from signing in elsewhere.
  const guess = guessInSession(caller.sessionId)
  const waitSeconds = await countGuess(app.db, guess, app.clock())
  if (waitSeconds > 0)
    throw signInProblem('too_many_attempts', { messages: [pauseSentence(waitSeconds, defaultLanguage)], waitSeconds })
  if ((await checkPassword(app, { username, password })) === undefined) {
    await recordRefused(app, 'password', username)
    throw refusedPassword('password_wrong', 'Incorrect password.')
  }
  await forgiveGuess(app.db, guess)
}

async function credentialIdsOf({ db, env }: Part, { userId }: Caller): Promise<string[]> {
  if (!takesPasskeys(env)) return []
  const known = await db.selectFrom('passkey').where('userId', '=', userId).select('credentialId').execute()
  return known.map(({ credentialId }) => credentialId)
}

const refusedPassword = (code: 'password_needed' | 'password_wrong', sentence: string) =>
  signInProblem(code, { messages: [sentence], errors: { password: [sentence] } })
