import type { App, Db } from '#app/app.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { studentProblem } from '../contract.ts'

/** Refuses what is no good password; what it returns sets it, in the transaction that it is given. */
export async function setFirstPassword(
  _app: Pick<App, 'db' | 'clock'>,
  userId: string,
  password: string,
): Promise<(within: Db) => Promise<unknown>> {
  const refuse = (sentence: string) => studentProblem('password_needed', { messages: [sentence] })
  if (password.length < 14) throw refuse('Password length must be atleast 14 characters')
  if (!/\p{Lu}/u.test(password) || !/\p{Ll}/u.test(password) || !/\d/.test(password))
    throw refuse('Password does not meet requirements')
  const passwordHash = await hashSecret(password)
  return (within) => within.updateTable('appUser').set({ passwordHash }).where('id', '=', userId).execute()
}
