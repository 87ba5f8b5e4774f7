import type { PersonStatus } from '#features/school/students/contract.ts'
import { type GenderCode, genders } from '#features/school/students/rules.ts'
import type { Tone } from '#ui/tags.tsx'

export const genderWord = (code: GenderCode): string => genders.find((each) => each.code === code)!.label

export const genderOptions = genders.map(({ code, label }) => ({ value: code, label }))

export const statuses: Record<PersonStatus, { label: string; tone: Tone; means: string }> = {
  ACTIVE: { label: 'Active', tone: 'ok', means: 'Has accepted and can sign in' },
  NOT_INVITED: { label: 'Not invited yet', tone: 'warn', means: 'Added from a roster. Send the invitation' },
  INVITED: { label: 'Invited', tone: 'plain', means: 'Was emailed and has not accepted yet' },
  EXPIRED: { label: 'Expired', tone: 'warn', means: 'Did not accept in time. Resend the invitation' },
  DISABLED: { label: 'Disabled', tone: 'bad', means: 'Disabled by your identity system' },
  CLOSED: { label: 'Closed', tone: 'bad', means: 'Left your roster, or was closed by the provider' },
}

export const managedBy = 'Managed by your identity system'

export const nameOf = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  `${firstName} ${lastName}`.trim() || email
