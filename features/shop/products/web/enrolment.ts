import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { maxPupils } from '#features/shop/products/rules.ts'
import { subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useUnsentText } from '#kit/web/use-unsent-text.ts'

/** Ignores spaces and separators: `1,234`. Undefined if it is not a number. */
export function readEnrolment(typed: string): number | undefined {
  const plain = typed.replaceAll(/[\s,.’'_]/g, '')
  const count = /^\d{1,6}$/.test(plain) ? Number(plain) : 0
  return count >= 1 && count <= maxPupils ? count : undefined
}

export const enrolmentNeeded = 'Please enter the number of students.'
export const wrongEnrolment = `Enter a whole number from 1 to ${grouped(maxPupils)}`

/** The number of students for prices: typed anywhere in the shop, else from the school's subscriptions. */
export function useEnrolment() {
  const isStaff = isSchoolStaff(useCurrentUser())
  const [typed, type] = useUnsentText('shop-enrolment')
  const { reply } = useLatestReply(subscriptionsApi.listSubscriptions, {}, { enabled: isStaff })
  const known = reply?.response.find(({ enrollmentSize }) => enrollmentSize !== null)?.enrollmentSize
  const text = typed === '' && known ? String(known) : typed
  return { text, type, enrolment: readEnrolment(text), known: known ?? undefined }
}
