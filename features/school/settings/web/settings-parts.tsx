import { queryOptions, useQuery } from '@tanstack/react-query'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser, useSignInOn } from '#features/account/web/account-parts.tsx'
import { type Settings, settingsApi } from '#features/school/settings/contract.ts'
import { defaultSettings } from '#features/school/settings/rules.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'

/** `saved`: false if the school never saved any and has the defaults. */
type KnownSettings = { settings: Settings; saved: boolean }

/** A customer's settings, cached for every reader. A 404 gives the defaults. */
export const settingsOf = (customerId: string) =>
  queryOptions<KnownSettings, Problem>({
    queryKey: [settingsApi.customerSettings.path, { id: customerId }],
    queryFn: async ({ signal }) => {
      try {
        const { response } = await call(
          settingsApi.customerSettings,
          { id: customerId },
          { signal, askToSignIn: false },
        )
        return { settings: response, saved: true }
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return { settings: defaultSettings, saved: false }
        throw error
      }
    },
    staleTime: 60_000,
  })

/**
 * The settings of the caller's school; undefined until loaded, and without a school. A 403 leads to sign-in (`leaving`
 * meanwhile).
 */
export function useSettings() {
  const { data: me } = useQuery(currentUser)
  const customerId = me && isSchoolStaff(me) ? me.customer!.id : ''
  const { data, error, refetch } = useQuery({ ...settingsOf(customerId), enabled: customerId !== '' })
  const leaving = useSignInOn(error, 403)
  return { customerId, ...data, problem: error, leaving, again: () => void refetch() }
}
