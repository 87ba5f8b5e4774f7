import { domainToASCII } from 'node:url'
import { mailProblem } from '../contract.ts'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const local = new RegExp(`^${atom}(\\.${atom})*$`)
const label = '[a-z0-9]([a-z0-9-]*[a-z0-9])?'
const domain = new RegExp(`^(${label}\\.)+(?=[^.]*[a-z])${label}$`, 'i')

/**
 * One e-mail address, without a display name. Rejects anything in which a mail server could see a second address or
 * another header.
 */
export function readAddress(text: string): string {
  // Far above the limit, so not parsed.
  const plain = text.length > 1000 ? '' : text.replace(/^ +| +$/g, '')
  const at = plain.lastIndexOf('@')
  const name = plain.slice(0, at)
  const host = asciiHost(plain.slice(at + 1))
  const address = `${name}@${host}`
  const fits = at > 0 && at <= 64 && address.length <= 254 && host.split('.').every((each) => each.length <= 63)
  if (!fits || !local.test(name) || !domain.test(host))
    throw mailProblem('bad_address', { errors: { emailId: ['Please enter a single email address.'] } })
  return address
}

/** An international host as its ASCII name; unchanged if it has none. */
const asciiHost = (host: string) => (/^[\p{ASCII}]*$/u.test(host) ? host : domainToASCII(host))
