import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { organisationApi } from '#features/school/organisation/contract.ts'
import type { RawInput } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { auditApi } from '#platform/audit/contract.ts'
import { notSaved } from './organisation-messages.ts'
import { pinFault } from './pin-field.tsx'
import { usePinActions } from './use-pin.ts'

type Changes = RawInput<typeof organisationApi.updateCustomer>

/**
 * Saves contacts or details. If the unlock has expired, `pinWanted` makes the form ask for the PIN and then save the
 * input. `refused`: the specification's message, then the server's.
 */
export function useSaving(customerId: string) {
  const cache = useQueryClient()
  const { enterPin, refresh } = usePinActions()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string[]>()
  const [needsPin, setNeedsPin] = useState(false)
  const [pin, setPin] = useState('')
  const [pinError, setPinError] = useState<string>()

  const openAgain = async () => {
    const fault = pinFault(pin)
    if (fault) {
      setPinError(fault)
      return false
    }
    try {
      await enterPin(pin.trim(), customerId)
    } catch (error) {
      setPin('')
      setPinError(problemOf(error).messages.join(' '))
      return false
    }
    setPin('')
    setNeedsPin(false)
    return true
  }

  /** `changes` is called when sending, to start from the server's state at that time. */
  const save = async (changes: () => Changes): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setRefused(undefined)
    setPinError(undefined)
    try {
      if (needsPin && !(await openAgain())) return false
      const { customer } = await call(organisationApi.updateCustomer, changes())
      cache.setQueryData(currentUser.queryKey, (me) => me && { ...me, customer })
      // Rights may have moved to someone else.
      void cache.invalidateQueries({ queryKey: currentUser.queryKey })
      void cache.invalidateQueries({ queryKey: [auditApi.customerAudit.path] })
      void refresh()
      return true
    } catch (error) {
      const code = error instanceof Problem ? error.code : ''
      if (code === 'pin_required') {
        setNeedsPin(true)
        void refresh()
      }
      if (code === 'contacts_changed' || code === 'contact_not_found')
        await cache.invalidateQueries({ queryKey: currentUser.queryKey })
      setRefused([notSaved, ...problemOf(error).messages])
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, save, pin: { wanted: needsPin, value: pin, error: pinError, change: setPin } }
}
