/** The caller's role: unknown, a person of a school, or one of the provider's. */
export type Who = 'visitor' | 'student' | 'staff' | 'organisation-admin' | 'primary-contact' | 'desk' | 'administrator'
export type Role = Exclude<Who, 'visitor'>

/**
 * The one permission table, read by the server and the screens: each call of a contract names its role, and a role may
 * call what its row lists. The provider's people have no access to a school's calls.
 */
const mayCall: Record<Who, readonly Who[]> = {
  visitor: ['visitor'],
  student: ['visitor', 'student'],
  staff: ['visitor', 'student', 'staff'],
  'organisation-admin': ['visitor', 'student', 'staff', 'organisation-admin'],
  'primary-contact': ['visitor', 'student', 'staff', 'organisation-admin', 'primary-contact'],
  desk: ['visitor', 'student', 'desk'],
  administrator: ['visitor', 'student', 'desk', 'administrator'],
}

export const roles = Object.keys(mayCall) as Who[]

export const may = (role: Who, who: Who): boolean => mayCall[role].includes(who)

/** The provider's roles, whose people belong to no customer. */
export const isOfProvider = (role: Who): boolean => may(role, 'desk')
