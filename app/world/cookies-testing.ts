import { sessionOf } from '#features/account/sign-in/server/session-testing.ts'
import { hashToken } from '#features/account/sign-in/server/sessions.ts'
import type { TestApp } from '../testing.ts'

const known = new WeakMap<object, Map<string, string>>()

/** A valid session's cookie for this person, as a header. */
export async function cookieOf(app: TestApp, userId: string): Promise<{ cookie: string }> {
  const cookies = known.get(app) ?? new Map<string, string>()
  known.set(app, cookies)
  const cookie = cookies.get(userId) ?? (await sessionOf(app.db, userId, app.env.publicUrl, { now: app.clock() }))
  cookies.set(userId, cookie)
  return { cookie }
}

/** The key under which this cookie's session is stored. */
export const storedHash = ({ cookie }: { cookie: string }) => hashToken(cookie.split('=')[1]!)
