import { isIP } from 'node:net'
import { z } from 'zod'
import { isZone } from '#kit/day.ts'
import { isLoopback } from '#kit/server/loopback.ts'

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
export const optional = <T extends z.ZodType>(type: T) => z.preprocess(blankIsUnset, type.optional())
export const withDefault = <T extends z.ZodType>(type: T, value: string) =>
  z.preprocess((given) => blankIsUnset(given) ?? value, type).meta({ default: value })

export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`)
export const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true')
export const address = (...schemes: string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${schemes.map((s) => `${s}//`).join(' or ')}`,
    abort: true,
  })
export const origin = address('http:', 'https:').refine(
  (text) => new URL(text).pathname === '/' && !/[?#@]/.test(text),
  {
    error: 'must be scheme, host and port only, for example https://catalogue.example.org',
  },
)
export const timeZone = z.string().refine(isZone, 'must be the IANA name of a time zone, for example Pacific/Auckland')
export const mailAddress = z.string().regex(/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/, {
  error: 'must be a single email address, for example catalogue@example.org',
})
export const proxies = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine(
    (list) => list.every(isProxy),
    'must be addresses or networks separated by commas, for example 10.0.0.1, 10.1.0.0/16',
  )
const limitNames = ['requests', 'covers', 'searches', 'downloads', 'mails', 'storage'] as const
/** Limits such as `searches=600, mails=40`; others keep their default, 0 means no limit, `off` turns all off. */
export const limits = (defaults: Record<(typeof limitNames)[number], number>) =>
  z
    .string()
    .refine((text) => text === 'off' || pairsIn(text).every(isLimit), {
      error: `must be off, or limits separated by commas, for example searches=600, mails=40: ${limitNames.join(', ')}`,
    })
    .transform((text) =>
      text === 'off'
        ? Object.fromEntries(limitNames.map((name) => [name, 0]))
        : { ...defaults, ...Object.fromEntries(pairsIn(text).map(([name, count]) => [name, Number(count)])) },
    )
    .pipe(z.record(z.enum(limitNames), z.number()))
const pairsIn = (text: string) => text.split(',').map((each) => each.trim().split('=') as [string, string?])
const isLimit = ([name, count = '']: [string, string?]) =>
  (limitNames as readonly string[]).includes(name) && /^\d{1,9}$/.test(count)
/** Converts to an address with its scheme. */
export const contact = z
  .string()
  .refine(
    (text) => mailAddress.safeParse(text).success || /^https:\/\/[^\s/]+(\/\S*)?$/.test(text),
    'must be an email address or a page, for example https://example.org/security',
  )
  .transform((text) => (text.startsWith('https:') ? text : `mailto:${text}`))
/** A path, or syslog+tcp: or syslog+tls: with host and port. */
export const auditShip = z
  .string()
  .refine(
    (text) => !/^[a-z+]+:/i.test(text) || (/^syslog\+(tcp|tls):\/\//.test(text) && URL.parse(text)?.hostname !== ''),
    'must be a file or a syslog server, for example syslog+tls://log.example.org:6514',
  )
export const recipients = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine(
    (list) => list.every((each) => /^age1[0-9a-z]{50,}$/.test(each)),
    'must be age recipients, as printed by age-keygen -y',
  )
const isProxy = (text: string) => {
  const [host = '', bits] = text.split('/')
  const version = isIP(host)
  return version > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
}
/**
 * A network so wide that it includes strangers, who could then forge any address. Networks that are not on the internet
 * are exempt; CDNs publish ranges of up to /12 (IPv4) and /29 (IPv6).
 */
export const isWideNetwork = (text: string) => {
  const { start, bits } = networkIn(text)
  if (closed.some((each) => bits >= each.bits && startOf(start, each.bits) === each.start)) return false
  const isIPv4 = bits >= ipv4.bits && startOf(start, ipv4.bits) === ipv4.start
  const hasAllIPv4 = bits < ipv4.bits && startOf(ipv4.start, bits) === startOf(start, bits)
  return hasAllIPv4 || bits < (isIPv4 ? ipv4.bits + 12 : 29)
}
/** Rejected even on this machine only: the proxy library does not accept such a network. */
export const isEverything = (text: string) => /\/0+$/.test(text)

/** Converts an IPv4 network to one of IPv6, below ::ffff:0:0. */
function networkIn(text: string) {
  const [host = '', given] = text.split('/')
  const isIPv4 = isIP(host) === 4
  const bits = given === undefined ? 128 : Number(given) + (isIPv4 ? 96 : 0)
  const address = new URL(`http://[${isIPv4 ? '::ffff:' : ''}${host.replace(/%.*/, '')}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  return { start: BigInt(`0x${groups.map((group) => group.padStart(4, '0')).join('')}`), bits }
}
const startOf = (address: bigint, bits: number) => (address >> BigInt(128 - bits)) << BigInt(128 - bits)
const ipv4 = networkIn('0.0.0.0/0')
/** Private, loopback, link-local and carriers' internal networks. */
const closed = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10'],
  ...['fc00::/7', 'fe80::/10', '::1'],
].map(networkIn)
/** Addresses of the nodes of one cluster. */
export const cluster = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine(
    (urls) => urls.every((url) => /^https?:\/\//.test(url) && URL.canParse(url) && !/[?#]/.test(url)),
    'must be one or more addresses that start with http:// or https://, separated by commas',
  )
/** A path, or a host and port. */
export const clamd = z
  .string()
  .refine((text) => /^\/[^\0]+$|^[A-Za-z0-9.-]+:\d{1,5}$|^\[[0-9A-Fa-f:.]+\]:\d{1,5}$/.test(text), {
    error: 'must be the path of a socket, or host and port, for example /run/clamav/clamd.ctl or 127.0.0.1:3310',
    abort: true,
  })
  .transform((text) => {
    const [, host, port] = /^\[?([^/\]]+)\]?:(\d+)$/.exec(text) ?? []
    return host === undefined ? { path: text } : { host, port: Number(port) }
  })
  .refine((at) => at.port === undefined || (at.port > 0 && at.port <= 65_535), 'must have a port from 1 to 65535')

export const fileStore = address('http:', 'https:').refine((text) => !/[?#@]/.test(text), {
  error: 'must be an address without name, query or fragment',
})

const safeAddress = (what: string) =>
  address('http:', 'https:').refine(
    (text) => new URL(text).protocol === 'https:' || isLoopback(new URL(text).hostname),
    {
      error: `must start with https://; only ${what} on this machine may use http://`,
      abort: true,
    },
  )

export const issuer = safeAddress('one')

export const cardPage = safeAddress('a page').refine((text) => !/[?#@]/.test(text), {
  error: 'must be an address without name, query or fragment',
})
