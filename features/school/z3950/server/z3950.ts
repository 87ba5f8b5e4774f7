import { createHash, randomInt } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { countGuess, guessOfProgram, hashSecret, isSecret } from '#features/account/server/account.ts'
import { hasCurrentSubscription } from '#features/catalogue/rules.ts'
import { mailAboutSecret } from '#features/school/organisation/server/mail-about-secret.ts'
import { checkOwn, readSettings } from '#features/school/settings/server/settings.ts'
import type { Input } from '#kit/contract.ts'
import { businessDay, type Day } from '#kit/day.ts'
import { normalised } from '#kit/normalised.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { requireHuman } from '#platform/human-check/server/human-check.ts'
import { LibrarySystemId, type Z3950Login, type z3950Api } from '../contract.ts'
import { type Closed, takesEffectAfter } from '../rules.ts'

/** The login of the caller's own school, without its password. */
export async function z3950Settings(
  app: Pick<App, 'db' | 'clock' | 'env'>,
  caller: SchoolCaller,
  customerId: string,
): Promise<{ response: Z3950Login }> {
  checkOwn(caller, customerId)
  return { response: await loginOf(app.db, app, customerId) }
}

/** Returns the new password, which is stored only as a hash. Until it takes effect the former one works. */
export async function resetZ3950Password(
  app: Pick<App, 'db' | 'clock' | 'env' | 'humanCheck' | 'log' | 'queue'>,
  caller: SchoolCaller,
  { token, cust_id: customerId }: Input<typeof z3950Api.resetZ3950Password>,
): Promise<{ response: Z3950Login & { password: string } }> {
  checkOwn(caller, customerId)
  await requireHuman(app, token, 'z3950-reset')
  const password = newPassword()
  const nextPasswordHash = await hashSecret(password)
  const now = app.clock()
  const takesEffectAt = takesEffectAfter(now)
  const made = { nextPasswordHash, takesEffectAt, resetAt: now, resetBy: caller.userId }
  const response = await app.db.transaction().execute(async (tx) => {
    const former = await lockedLogin(tx, customerId)
    await tx
      .updateTable('z3950Login')
      .set({ ...made, passwordHash: hashAt(former, now), demo: former.demo && !hasTakenEffect(former, now) })
      .where('customerId', '=', customerId)
      .execute()
    await recordAudit(tx, {
      now,
      customerId,
      userId: caller.userId,
      action: 'z3950_password_reset',
      subject: former.userName,
      after: { takesEffectDate: takesEffectAt.toISOString() },
    })
    await mailAboutSecret(app, tx, { customerId, userId: caller.userId, what: 'z3950Password' })
    return loginOf(tx, app, customerId)
  })
  return { response: { ...response, password } }
}

export async function chooseLibrarySystem(
  app: Pick<App, 'db' | 'clock' | 'env'>,
  caller: SchoolCaller,
  { cust_id: customerId, librarySystem }: Input<typeof z3950Api.chooseLibrarySystem>,
): Promise<{ response: Z3950Login }> {
  checkOwn(caller, customerId)
  return app.db.transaction().execute(async (tx) => {
    const former = await lockedLogin(tx, customerId)
    await tx.updateTable('z3950Login').set({ librarySystem }).where('customerId', '=', customerId).execute()
    const changed = difference({ librarySystem: former.librarySystem }, { librarySystem })
    if (changed)
      await recordAudit(tx, {
        now: app.clock(),
        customerId,
        userId: caller.userId,
        action: 'library_system_chosen',
        subject: former.userName,
        ...changed,
      })
    return { response: await loginOf(tx, app, customerId) }
  })
}

/** The school's row, made if there is none, and locked by this transaction. */
async function lockedLogin(tx: Db, customerId: string) {
  const userName = await userNameOf(tx, customerId)
  return tx
    .insertInto('z3950Login')
    .values({ customerId, userName })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet({ customerId }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

const serverOf = ({ z3950, publicUrl }: App['env']): Z3950Login['server'] =>
  z3950
    ? { host: new URL(publicUrl).hostname, port: z3950.port, tls: z3950.tls !== undefined, database: z3950.database }
    : null

async function loginOf(db: Db, { clock, env }: Pick<App, 'clock' | 'env'>, customerId: string): Promise<Z3950Login> {
  const { enableZ3950 } = await readSettings(db, customerId)
  const login = await db
    .selectFrom('z3950Login')
    .leftJoin('appUser', 'appUser.id', 'z3950Login.resetBy')
    .where('z3950Login.customerId', '=', customerId)
    .select([
      'userName',
      'z3950Login.passwordHash',
      'nextPasswordHash',
      'takesEffectAt',
      'resetAt',
      'z3950Login.demo',
      'librarySystem',
    ])
    .select(['firstName', 'lastName', 'username'])
    .executeTakeFirst()
  return {
    enabled: enableZ3950,
    userName: login?.userName ?? (await userNameOf(db, customerId)),
    resetDate: login?.resetAt?.toISOString() ?? null,
    resetBy: `${login?.firstName ?? ''} ${login?.lastName ?? ''}`.trim() || (login?.username ?? ''),
    takesEffectDate: login?.takesEffectAt?.toISOString() ?? null,
    works: enableZ3950 && login !== undefined && openHash(login, env, clock()) !== null,
    server: serverOf(env),
    addresses: { sru: `${env.publicUrl}/sru`, oai: `${env.publicUrl}/oai` },
    // Another version may have more library systems.
    librarySystem: LibrarySystemId.catch('').parse(login?.librarySystem ?? ''),
  }
}

/** The stored login of a school; undefined before its first password or choice. */
export const keptLogin = (db: Db, customerId: string) =>
  db.selectFrom('z3950Login').where('customerId', '=', customerId).selectAll().executeTakeFirst()

/** Derived from the customer's number, which is unique. */
async function userNameOf(db: Db, customerId: string): Promise<string> {
  const { customerNo } = await db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select('customerNo')
    .executeTakeFirstOrThrow()
  return `z${customerNo.toLowerCase()}`
}

/** For typing from a note: lower case, no look-alikes. 98 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const newPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

export type CheckedLogin = { customerId: string } | { closed: Closed } | { waitSeconds: number } | 'wrong'

/**
 * The customer with this name and password, as of now. An unknown name and a wrong password give the same answer after
 * the same work; only the right password learns why its school is closed. Wrong passwords are rate limited; a right one
 * is never slowed, because no one can guess 98 bits. `address`: the connection's origin.
 */
export async function checkZ3950Login(
  { db, clock, env }: Pick<App, 'db' | 'clock' | 'env'>,
  given: { name: string; password: string; address: string },
): Promise<CheckedLogin> {
  const userName = normalised(given.name.trim().toLowerCase(), 'NFC')
  const now = clock()
  const login = await db.selectFrom('z3950Login').where('userName', '=', userName).selectAll().executeTakeFirst()
  const right = await isPassword(given.password, login ? openHash(login, env, now) : null)
  if (!login || !right) {
    const waitSeconds = await countGuess(db, guessOfProgram('z3950', userName, given.address), now)
    return waitSeconds > 0 ? { waitSeconds } : 'wrong'
  }
  const { customerId } = login
  const closed = await whyClosed(db, customerId, businessDay(clock, now))
  return closed ? { closed } : { customerId }
}

const maxKnown = 1000
/** Digests of right passwords with their hashes, the newest last. */
const known = new Set<string>()

/** SRU and OAI-PMH send the password with every call, and argon2 takes about 30 ms: it checks a right one only once. */
async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  const digest = createHash('sha256').update(`${hashed} ${password}`).digest('base64')
  if (known.has(digest)) return true
  const right = await isSecret(password, hashed)
  if (right) known.add(digest)
  for (const oldest of known) if (known.size > maxKnown) known.delete(oldest)
  return right
}

/** Why no one can sign in for this school, regardless of the password; undefined if they can. */
export async function whyClosed(db: Db, customerId: string, on: Day): Promise<Closed | undefined> {
  const { enableZ3950 } = await readSettings(db, customerId)
  if (!enableZ3950) return 'switched_off'
  const subscriptions = await db
    .selectFrom('subscription')
    .where('customerId', '=', customerId)
    .select(['typeName', 'productCode', 'startsOn', 'endsOn'])
    .execute()
  return hasCurrentSubscription(subscriptions, on) ? undefined : 'no_subscription'
}

/** Whether a connected library system may stay. `passwordMark` changes with the password. */
export async function loginNow(
  { db, clock, env }: Pick<App, 'db' | 'clock' | 'env'>,
  customerId: string,
): Promise<{ closed: Closed | undefined; passwordMark: string }> {
  const now = clock()
  const login = await keptLogin(db, customerId)
  const passwordMark = createHash('sha256')
    .update(`${login && openHash(login, env, now)}`)
    .digest('base64')
  return { closed: await whyClosed(db, customerId, businessDay(clock, now)), passwordMark }
}

type Hashes = { passwordHash: string | null; nextPasswordHash: string | null; takesEffectAt: Date | null }

export const hasTakenEffect = ({ nextPasswordHash, takesEffectAt }: Hashes, now: Date): boolean =>
  nextPasswordHash !== null && takesEffectAt !== null && takesEffectAt <= now

/** The hash of the current password, if any. */
const hashAt = (login: Hashes, now: Date): string | null =>
  hasTakenEffect(login, now) ? login.nextPasswordHash : login.passwordHash

/** The hash of the password that works now, if any: the demo password works only with DEMO. */
export const openHash = (login: Hashes & { demo: boolean }, env: Pick<App['env'], 'demo'>, now: Date): string | null =>
  login.demo && !env.demo && !hasTakenEffect(login, now) ? null : hashAt(login, now)
