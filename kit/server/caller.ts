import type { Endpoint } from '#kit/contract.ts'
import type { Day } from '#kit/day.ts'
import type { KeyScope } from '#kit/key-scopes.ts'
import { Problem } from '#kit/problem.ts'
import { isOfProvider, may, type Role, type Who } from '#kit/roles.ts'

/** The signed-in person behind a call, from the session on the server. */
export type Caller = {
  sessionId: string
  userId: string
  /** Null for the provider's own people. */
  customerId: string | null
  role: Role
  disabled: boolean
  /** Proved their identity within the last minutes; never true for a key. */
  freshProof: boolean
  /** Set if their role requires a second factor and this session has none: set one up, or sign in with it. */
  missingFactor?: 'set-up' | 'sign-in' | undefined
  /** Set if a program calls with an access key. */
  key?: { id: string; scopes: readonly KeyScope[]; endedScopes?: readonly KeyScope[] }
  subscriptions: readonly { typeName: string; productCode: string; startsOn: Day; endsOn: Day }[]
}

/** A caller of a school. */
export type SchoolCaller = Caller & { customerId: string }

export type CallerFor<W extends Who> = W extends 'visitor'
  ? Caller | null
  : W extends 'student' | 'desk' | 'administrator'
    ? Caller
    : SchoolCaller

/** Lets the caller pass or throws 403, before the rest of the call is read. */
export function authorise(who: Who, caller: Caller | null): void {
  if (who === 'visitor') return
  if (!caller) throw new Problem('sign_in_required', 403, ['Please sign in.'])
  if (!mayCall(who, caller)) throw new Problem('not_allowed', 403, ['You don’t have permission to do this.'])
}

function mayCall(who: Exclude<Who, 'visitor'>, caller: Caller) {
  if (who === 'student') return true
  // Disabled while signed in.
  if (caller.disabled) return false
  return may(caller.role, who) && (isOfProvider(caller.role) || caller.customerId !== null)
}

/**
 * If a required second factor is missing, only calls that lead to one are open; public calls treat the caller as a
 * visitor.
 */
export function requireFactor(
  { who, withoutFactor }: Pick<Endpoint, 'who' | 'withoutFactor'>,
  caller: Caller | null,
): Caller | null {
  if (!caller?.missingFactor || withoutFactor === 'always') return caller
  if (withoutFactor === 'to-set-up' && caller.missingFactor === 'set-up') return caller
  if (who === 'visitor') return null
  throw new Problem('second_factor_needed', 403, [
    caller.missingFactor === 'set-up'
      ? 'Please set up a second factor first.'
      : 'Please sign in again with your second factor.',
  ])
}

/** Requires a recent proof of identity. */
export function requireFreshProof(caller: Pick<Caller, 'freshProof'> | null): void {
  if (!caller?.freshProof) throw new Problem('proof_needed', 403, ['Please confirm it’s you.'])
}

/** The action that needs each scope, and the label of the scope in Settings. */
const scopeProblems: Record<KeyScope, [forbidden: string, label: string]> = {
  search: ['search', 'Search'],
  download: ['download records', 'Download'],
  requests: ['request files', 'Request files'],
  people: ['manage people', 'People (SCIM)'],
}

/** Requires a scope of callers with an access key; people may do everything. */
export function requireScope(scope: KeyScope | 'any', { key }: Pick<Caller, 'key'>): void {
  if (scope === 'any' || !key || key.scopes.includes(scope)) return
  const [forbidden, label] = scopeProblems[scope]
  if (key.endedScopes?.includes(scope))
    throw new Problem('scope_ended', 403, [
      `This access key can’t ${forbidden} any more: the person who made it may not do that now. The school’s primary contact can renew it in Settings, under Access keys.`,
    ])
  throw new Problem('scope_missing', 403, [
    `This access key can’t ${forbidden}: it doesn’t have the scope “${label}”. The school’s primary contact can add it in Settings, under Access keys.`,
  ])
}
