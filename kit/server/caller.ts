import { Problem, type Who } from '#kit/contract.ts'

export type Role = Exclude<Who, 'visitor'>

/** The signed-in person behind a call, read from the session on the server. */
export type Caller = {
  sessionId: string
  userId: string
  /** Null for the provider's own people. */
  customerId: string | null
  role: Role
  disabled: boolean
  subscriptions: { typeName: string; productCode: string; startsOn: string; endsOn: string }[]
}

/** A caller of a school. */
export type SchoolCaller = Caller & { customerId: string }

export type CallerFor<W extends Who> = W extends 'visitor'
  ? Caller | null
  : W extends 'student' | 'desk'
    ? Caller
    : SchoolCaller

const rank: Record<Exclude<Role, 'desk'>, number> = {
  student: 1,
  staff: 2,
  'organisation-admin': 3,
  'primary-contact': 4,
}

/** Lets the caller pass or throws 403, before anything else of the call is looked at. */
export function admit(who: Who, caller: Caller | null): void {
  if (who === 'visitor') return
  if (!caller) throw new Problem('sign_in_required', 403, ['Please sign in.'])
  if (!mayCall(who, caller)) throw new Problem('not_allowed', 403, ['You are not allowed to do this.'])
}

function mayCall(who: Exclude<Who, 'visitor'>, caller: Caller) {
  if (who === 'student') return true
  // Shut out while signed in.
  if (caller.disabled) return false
  if (who === 'desk' || caller.role === 'desk') return who === caller.role
  return caller.customerId !== null && rank[caller.role] >= rank[who]
}
