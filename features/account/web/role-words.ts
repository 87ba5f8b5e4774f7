import type { Role } from '#kit/roles.ts'

const words: Record<Role, string> = {
  student: 'Student',
  staff: 'Staff',
  'organisation-admin': 'Administrator',
  'primary-contact': 'Primary contact',
  desk: 'Customer team',
  administrator: 'Administrator of the portal',
}

/** Who somebody is, as in 'Staff of Hillview Primary School'. */
export const roleWords = (role: Role, school: string | undefined): string =>
  school === undefined ? words[role] : `${words[role]} ${role === 'student' ? 'at' : 'of'} ${school}`
