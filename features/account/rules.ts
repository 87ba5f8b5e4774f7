import type { CurrentUser } from './contract.ts'

/** Staff of a school and whoever stands above them, as the calls for `staff` have it: no student, nobody of the provider's. */
export const isSchoolStaff = (me: CurrentUser | null): boolean =>
  me !== null && me.customer !== null && me.user.roles.includes('staff')
