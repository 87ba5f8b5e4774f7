import type { IncomingHttpHeaders } from 'node:http'
import { isIP, SocketAddress } from 'node:net'

/**
 * Gives headers of proxies one form, that of `X-Forwarded-For` with bare addresses, so that a client has one address
 * however its proxy writes it. Otherwise every connection would count as another client by its port.
 *
 * `Forwarded` (RFC 7239) counts without `X-Forwarded-For` only: a client behind a proxy that knows one of them can send
 * the other.
 */
export function normaliseForwarded(headers: IncomingHttpHeaders): void {
  const named = hopsOf(headers['x-forwarded-for'])
  if (named.length > 0) headers['x-forwarded-for'] = knownAddresses(named)
  else if (headers.forwarded !== undefined) {
    const hops = hopsOf(headers.forwarded)
    headers['x-forwarded-for'] = knownAddresses(hops.map((hop) => parameterOf(hop, 'for')))
    // The nearest proxy's: others may be the client's own.
    for (const name of ['host', 'proto']) {
      const value = parameterOf(hops.at(-1) ?? '', name)
      if (value !== '') headers[`x-forwarded-${name}`] ??= value
    }
  }
}

/** No address has a comma, so that a quotation mark that is never closed cannot hide the entries behind it. */
const hopsOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')

const parameterOf = (hop: string, name: string): string => {
  const parameter = hop.split(';').find((each) => each.split('=', 1)[0]!.trim().toLowerCase() === name)
  return parameter === undefined ? '' : unquoted(parameter.slice(parameter.indexOf('=') + 1))
}

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

/**
 * The addresses from the right, as far as they are known: beyond `unknown`, a made-up name or garbage, anything may be
 * made up. The nearest known address is then the client’s.
 */
function knownAddresses(hops: readonly string[]): string {
  const addresses = hops.map(addressIn)
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ')
}

/** The address in `198.51.100.7:4711`, `"[2001:db8::7]:4711"` or `::ffff:198.51.100.7`, in one spelling. */
function addressIn(hop: string): string | undefined {
  const text = unquoted(hop)
  const address = /^\[([^\]]*)\](?::\w+)?$/.exec(text)?.[1] ?? /^([\d.]+):\w+$/.exec(text)?.[1] ?? text
  const bare = address.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  const version = isIP(bare)
  if (version !== 6) return version === 4 ? bare : undefined
  return new SocketAddress({ address: bare, family: 'ipv6' }).address.replace(/^::ffff:(?=[\d.]+$)/, '')
}
