import { createHash, randomUUID } from 'node:crypto'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { App, Db } from '#app/app.ts'
import { mapOf } from '#kit/map-of.ts'
import type { Caller } from '#kit/server/caller.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { accountProblem } from '../../contract.ts'
import { passkeysAPerson } from '../../rules.ts'
import { type Passkey, signInProblem } from '../../sign-in/contract.ts'
import { describeDevice } from '../../sign-in/describe-device.ts'
import { relyingParty, takesPasskeys } from '../../sign-in/server/relying-party.ts'
import { keepChallenge, takeChallenge } from './passkey-challenges.ts'
import { mailAboutPasskey } from './passkey-mail.ts'
import { asPasskey } from './passkeys.ts'

type Part = Pick<App, 'db' | 'clock' | 'env'>

/** How long the browser waits for the finger or PIN. */
const seconds = 300
/** Ed25519, ES256 and RS256: every current authenticator supports one of them. */
const algorithms = [-8, -7, -257]
const askedBy = ({ sessionId }: Caller) => `add:${sessionId}`

export async function beginPasskey(app: Part, caller: Caller): Promise<{ options: unknown }> {
  if (!takesPasskeys(app.env)) throw signInProblem('passkeys_off')
  if (caller.disabled) throw accountProblem('not_allowed')
  const person = await app.db
    .selectFrom('appUser')
    .where('id', '=', caller.userId)
    .select(['username', 'firstName', 'lastName'])
    .executeTakeFirstOrThrow()
  const known = await app.db.selectFrom('passkey').where('userId', '=', caller.userId).selectAll().execute()
  if (known.length >= passkeysAPerson) throw signInProblem('passkeys_full')
  const { id, name } = relyingParty(app.env)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userName: person.username,
    userDisplayName: `${person.firstName} ${person.lastName}`.trim(),
    userID: handleOf(caller.userId),
    timeout: seconds * 1000,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((each) => ({
      id: each.credentialId,
      transports: each.transports as string[],
    })),
    // Discoverable and user-verified, so that a passkey replaces username and password together.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(app, askedBy(caller), options.challenge, seconds)
  return { options }
}

export async function addPasskey(
  app: Part & Pick<App, 'queue'>,
  caller: Caller,
  given: { name?: string | undefined; credential: object },
  request: FastifyRequest,
): Promise<{ response: Passkey }> {
  if (!takesPasskeys(app.env)) throw signInProblem('passkeys_off')
  const challenge = await takeChallenge(app, askedBy(caller))
  const checked = challenge && (await check(app, given.credential as RegistrationResponseJSON, challenge, request))
  if (!checked) throw signInProblem('passkey_refused')
  const userAgent = request.headers['user-agent'] ?? ''
  const { credential, aaguid, credentialBackedUp } = checked
  const row = {
    id: randomUUID(),
    userId: caller.userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: JSON.stringify((credential.transports ?? []).slice(0, 10).map((each) => String(each).slice(0, 30))),
    synced: credentialBackedUp,
    name: given.name || nameOfPasskey(aaguid, userAgent),
    createdAt: app.clock(),
    lastUsedAt: null,
  }
  await app.db.transaction().execute(async (tx) => {
    await enforceLimit(tx, caller.userId)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('passkey')
      .values(row)
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw signInProblem('passkey_known')
    const { customerId, userId, sessionId } = caller
    // User verification on a device they own: two factors.
    await tx.updateTable('session').set({ secondFactor: true }).where('id', '=', sessionId).execute()
    await recordAudit(tx, { now: row.createdAt, customerId, userId, action: 'passkey_added', subject: row.name })
    await mailAboutPasskey(app, tx, { userId, name: row.name, what: 'added' })
  })
  return { response: asPasskey(row) }
}

async function check({ env }: Part, response: RegistrationResponseJSON, challenge: string, { log }: FastifyRequest) {
  const { id, origin } = relyingParty(env)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return verified ? registrationInfo : undefined
  } catch (error) {
    log.info({ reason: reasonOf(error) }, 'a passkey was not added')
    return undefined
  }
}

/** Locks the person's row, so that concurrent additions are counted one by one. */
async function enforceLimit(tx: Db, userId: string) {
  await tx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const known = await tx.selectFrom('passkey').select('id').where('userId', '=', userId).execute()
  if (known.length >= passkeysAPerson) throw signInProblem('passkeys_full')
}

/** The user handle that authenticators store: it reveals nothing about the person. */
export const handleOf = (userId: string) => new Uint8Array(createHash('sha256').update(`passkey:${userId}`).digest())

/** Common password managers and devices, by AAGUID. */
const makers = mapOf<string>({
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on a Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
})

/** A passkey's default name, until its owner renames it. */
const nameOfPasskey = (aaguid: string, userAgent: string): string => {
  const { device } = describeDevice(userAgent)
  return makers.get(aaguid.toLowerCase()) ?? (device === 'Unknown device' ? 'Passkey' : device)
}
