import type { Who } from '#kit/roles.ts'
import type { CurrentUser } from './contract.ts'

/** School staff and every role above them, as for calls marked `staff`: no students, no one of the provider. */
export const isSchoolStaff = (me: CurrentUser | null): boolean =>
  me !== null && me.customer !== null && me.user.roles.includes('staff')

/** The role whose row in the role table applies. Roles are listed with those they include; the highest is last. */
export const roleOf = (me: CurrentUser | null): Who => me?.user.roles.at(-1) ?? 'visitor'
export const maxPasskeyNameLength = 60
export const passkeysAPerson = 20
