/** Who somebody is to us: nobody we know, a person of a school, or one of the provider's. */
export type Who = 'visitor' | 'student' | 'staff' | 'organisation-admin' | 'primary-contact' | 'desk' | 'administrator'
export type Role = Exclude<Who, 'visitor'>

/**
 * The one table of who may what, read by the server and the screens: each call of a contract names whom it is for, and a
 * role may call what stands in its row. The provider's people have nothing of a school's.
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

/** The provider's side, where nobody belongs to a customer. */
export const isOfProvider = (role: Who): boolean => may(role, 'desk')
