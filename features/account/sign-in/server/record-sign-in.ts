import type { App, Db } from '#app/app.ts'
import { normalised } from '#kit/normalised.ts'
import type { RefusalReason } from '#platform/audit/rules.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import type { SignInMethod } from '../../server/tables.ts'

type Part = Pick<App, 'db' | 'clock'>

/** Records a sign-in or sign-out in the audit log. */
export async function recordSignIn(
  { db, clock }: Part,
  action: 'signed_in' | 'signed_out',
  userId: string,
  method?: SignInMethod,
): Promise<void> {
  const person = await db
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['customerId', 'username'])
    .executeTakeFirstOrThrow()
  const { customerId, username: subject } = person
  await recordAudit(db, { now: clock(), customerId, userId, action, subject, ...(method ? { after: { method } } : {}) })
}

/** Records a refused sign-in in the audit log, without an unknown name: people type passwords into that field. */
export async function recordRefused({ db, clock }: Part, method: SignInMethod | 'code', typed = ''): Promise<void> {
  const person = await personNamed(db, typed)
  await recordAudit(db, {
    now: clock(),
    customerId: person?.customerId ?? null,
    userId: null,
    action: 'sign_in_refused',
    subject: person?.username ?? 'Unknown person',
    after: { method, reason: reasonOf(person, method, typed) },
  })
}

/** Without a typed name only the method is known. */
function reasonOf(
  person: Awaited<ReturnType<typeof personNamed>>,
  method: SignInMethod | 'code',
  typed: string,
): RefusalReason {
  if (!person) return typed === '' ? wrongOf[method] : 'unknown'
  if (person.disabledAt) return 'disabled'
  return method === 'password' && !person.passwordHash ? 'no_password' : wrongOf[method]
}

const wrongOf = { password: 'password', code: 'code', passkey: 'passkey', issuer: 'issuer' } as const

const personNamed = (db: Db, typed: string) =>
  db
    .selectFrom('appUser')
    .where('username', '=', normalised(typed.trim().toLowerCase(), 'NFC'))
    .select(['customerId', 'username', 'disabledAt', 'passwordHash'])
    .executeTakeFirst()
