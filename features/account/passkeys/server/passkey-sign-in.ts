import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#app/app.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { signInSeconds } from '../../sign-in/server/bundled-provider.ts'
import { relyingParty } from '../../sign-in/server/relying-party.ts'
import { handleOf } from './add-passkey.ts'
import { keepChallenge, takeChallenge } from './passkey-challenges.ts'

type Part = Pick<App, 'db' | 'clock' | 'env'>

const askedBy = (page: string) => `sign-in:${page}`

/** Request options for any passkey of this site. They name no account, so no one learns who has a passkey. */
export async function askForPasskey(app: Part, page: string) {
  const options = await optionsFor(app)
  // Autofill in the user-name field waits as long as the page is open.
  await keepChallenge(app, askedBy(page), options.challenge, signInSeconds)
  return options
}

/** Request options for the given passkeys; with none given, for any passkey of this site. */
export async function optionsFor({ env }: Part, credentialIds: string[] = []) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: relyingParty(env).id,
    userVerification: 'required',
    timeout: 300_000,
    allowCredentials: credentialIds.map((id) => ({ id })),
  })
}

/** The owner of the passkey that signed this page's challenge; undefined for anything else. */
export const checkPasskey = (
  app: Part,
  { page, given, log }: { page: string; given: string; log: FastifyBaseLogger },
) => checkAnswer(app, { askedBy: askedBy(page), response: readAnswer(given), log })

type Answer = { askedBy: string; response: AuthenticationResponseJSON | undefined; log: FastifyBaseLogger }

export async function checkAnswer(
  app: Part,
  { askedBy, response, log }: Answer,
): Promise<{ userId: string; username: string } | undefined> {
  const challenge = await takeChallenge(app, askedBy)
  if (!challenge || !response) return undefined
  const passkey = await app.db
    .selectFrom('passkey')
    .innerJoin('appUser', 'appUser.id', 'passkey.userId')
    .where('credentialId', '=', response.id)
    .where('disabledAt', 'is', null)
    .select(['passkey.id', 'credentialId', 'publicKey', 'signCount', 'passkey.userId', 'demo', 'username'])
    .executeTakeFirst()
  if (!passkey || (passkey.demo && !app.env.demo)) return undefined
  const newCount = await check(app, { response, challenge, passkey, log })
  if (newCount === undefined) return undefined
  const used = await app.db
    .updateTable('passkey')
    .set({ signCount: newCount, lastUsedAt: app.clock() })
    .where('id', '=', passkey.id)
    // If a passkey is used twice with the same count, one use wins.
    .where('signCount', '=', passkey.signCount)
    .returning('id')
    .executeTakeFirst()
  return used && { userId: passkey.userId, username: passkey.username }
}

type Known = { credentialId: string; publicKey: string; signCount: number | string; userId: string }
type Check = { response: AuthenticationResponseJSON; challenge: string; passkey: Known; log: FastifyBaseLogger }

async function check({ env }: Part, { response, challenge, passkey, log }: Check): Promise<number | undefined> {
  const { id, origin } = relyingParty(env)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const handle = response.response?.userHandle
  if (handle && handle !== Buffer.from(handleOf(passkey.userId)).toString('base64url')) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: Number(passkey.signCount),
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch (error) {
    log.info({ reason: reasonOf(error) }, 'a passkey was refused')
    return undefined
  }
}

function readAnswer(given: string): AuthenticationResponseJSON | undefined {
  try {
    const answer = JSON.parse(given) as AuthenticationResponseJSON | null
    return typeof answer?.id === 'string' && /^[\w-]{1,2000}$/.test(answer.id) ? answer : undefined
  } catch {
    return undefined
  }
}
