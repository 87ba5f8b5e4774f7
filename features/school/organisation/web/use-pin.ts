import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { organisationApi } from '#features/school/organisation/contract.ts'
import { call } from '#kit/web/call.ts'
import { readDates } from '#kit/web/dates.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { auditApi } from '#platform/audit/contract.ts'

const { queryKey } = queryOf(organisationApi.pinState, {})

/** Whether this session may change contacts and details, by the server; refetched when the unlock ends. */
export function usePin() {
  const cache = useQueryClient()
  const { reply, problem, again } = useLatestReply(organisationApi.pinState, {})
  const state = reply?.response
  const until = state?.unlockedUntilDate?.getTime() ?? state?.lockedUntilDate?.getTime()
  useEffect(() => {
    if (until === undefined) return
    // Clocks differ, so the server decides.
    const timer = setTimeout(
      () => void cache.invalidateQueries({ queryKey }),
      Math.max(5000, until - Date.now() + 1000),
    )
    return () => clearTimeout(timer)
  }, [until, cache])
  return { state, unlocked: Boolean(state?.unlockedUntilDate), problem, again }
}

/** The three actions with the PIN; their results update everything that depends on its state. */
export function usePinActions() {
  const cache = useQueryClient()
  const keep = (reply: object) => cache.setQueryData(queryKey, readDates(reply) as never)
  // A new PIN and a locked one are in the list of changes below.
  const listAgain = () => void cache.invalidateQueries({ queryKey: [auditApi.customerAudit.path] })
  return {
    enterPin: async (pin: string, customerId: string) =>
      keep(await call(organisationApi.enterPin, { pin, customerId })),
    lockAgain: async () => keep(await call(organisationApi.lockAgain, {})),
    mailNewPin: async () => {
      keep(await call(organisationApi.retrievePin, {}))
      listAgain()
    },
    refresh: () => {
      listAgain()
      return cache.invalidateQueries({ queryKey })
    },
  }
}
