import type { Who } from '#kit/roles.ts'
import type { CurrentUser } from './contract.ts'

/** Staff of a school and whoever stands above them, as the calls for `staff` have it: no student, nobody of the provider's. */
export const isSchoolStaff = (me: CurrentUser | null): boolean =>
  me !== null && me.customer !== null && me.user.roles.includes('staff')

/** Whose row of the table of roles holds for somebody; each role is told with those that it includes, itself last. */
export const roleOf = (me: CurrentUser | null): Who => me?.user.roles.at(-1) ?? 'visitor'
export const maxPasskeyNameLength = 60
export const passkeysAPerson = 20
