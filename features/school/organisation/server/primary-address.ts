import type { Db } from '#app/app.ts'

/** The only address for PINs: the one that the primary contact's account has confirmed. */
export async function primaryAddress(db: Db, customerId: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('appUser')
    .select('email')
    .where('customerId', '=', customerId)
    .where('role', '=', 'primary-contact')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  return user?.email
}

/** Masks an address but keeps it recognisable: `l•••••n@hillview.example`. */
export function hideAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 1) return ''
  const [first, ...rest] = [...address.slice(0, at)]
  return `${first}•••${rest.length > 2 ? rest.at(-1) : ''}${address.slice(at)}`
}
