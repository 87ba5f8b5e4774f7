import { nameRule } from '#kit/bare-link.ts'

/** The gender options, in the order offered. */
export const genders = [
  { code: 'M', label: 'Male' },
  { code: 'F', label: 'Female' },
  { code: 'O', label: 'Other' },
  { code: 'NA', label: 'Prefer not to say' },
] as const
export type GenderCode = (typeof genders)[number]['code']

export const studentsPerPage = 10

/** Invitations per call; a longer file is sent in several. */
export const invitedAtOnce = 200
/** Invitations per organisation within 24 hours. */
export const invitedADay = 3000

/** How long an invitation's link works. */
export const invitationDays = 14

export type Invited = { firstName: string; lastName: string; email: string }

/** Why someone cannot be invited. The server adds reasons that only it can check. */
export type Refused = 'NAME_MISSING' | 'BAD_NAME' | 'BAD_ADDRESS' | 'WRONG_DOMAIN' | 'ALREADY_THERE' | 'TAKEN'

export const refusedSentences: Record<Refused, string> = {
  NAME_MISSING: 'A first or last name is required.',
  BAD_NAME: 'The name is too long or has characters that are not allowed.',
  BAD_ADDRESS: 'This is not an email address.',
  WRONG_DOMAIN: 'The address is not in your email domain.',
  ALREADY_THERE: 'Already in your list.',
  TAKEN: 'This address already has an account elsewhere.',
}

const maxNameLength = 100
const address =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/** Names appear in mails: no control bytes, markup, web addresses or invisible characters. */
const isName = (text: string) =>
  text.length <= maxNameLength && !/[\p{Cc}<>\u2028\u2029]/u.test(text) && nameRule[0](text)

/** Why a person cannot be invited, as far as can be checked without the database. */
export function whyNot({ firstName, lastName, email }: Invited, domain: string): Refused | undefined {
  if (`${firstName}${lastName}`.trim() === '') return 'NAME_MISSING'
  if (!isName(firstName) || !isName(lastName)) return 'BAD_NAME'
  if (email.length > 254 || !address.test(email)) return 'BAD_ADDRESS'
  return isInDomain(email, domain) ? undefined : 'WRONG_DOMAIN'
}

/** True in the domain or a subdomain such as `students.school.example`; without a domain, for every address. */
export function isInDomain(email: string, domain: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domain === '' || host === domain || host.endsWith(`.${domain}`)
}

/**
 * Reduces what people write (`@School.Example`, an address, a web address) to the bare domain; undefined if there is
 * none.
 */
export function cleanDomain(written: string): string | undefined {
  if (written.length > 1000) return undefined
  const host = written
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
    .replace(/^.*@/, '')
    .replace(/\.$/, '')
  if (host === '') return written.trim() === '' ? '' : undefined
  if (host.length > 253 || host.split('.').some((label) => label.length > 63)) return undefined
  return /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) ? host : undefined
}

export const badDomain = 'Please enter a domain, for example school.example'
