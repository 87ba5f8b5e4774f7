import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The address leads to this machine or into a network that is not public. */
export class NotPublic extends Error {}

const notPublic = new BlockList()
// The special-purpose registries of IANA. IPv4-mapped addresses are matched by their IPv4 address.
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
] as const)
  notPublic.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether the address is on the public internet: no loopback, private, link-local, multicast or reserved one. */
export function isPublic(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const kind = isIP(plain)
  if (kind === 4) return !notPublic.check(plain, 'ipv4')
  return kind === 6 && globalUnicast.check(plain, 'ipv6') && !notPublic.check(plain, 'ipv6')
}

/** A name without a dot, or below one that stays inside a network (RFC 6761, 6762, 8375; `internal` by ICANN). */
export const isLocalName = (host: string): boolean =>
  !host.includes('.') || /\.(?:localhost|localdomain|local|internal|home\.arpa)$/.test(host)

/** Throws if the address may not be called. Unencrypted, only addresses inside are. */
export type Admit = (address: string) => void

export const admitBy =
  ({ inside, secure }: { inside: boolean; secure: boolean }): Admit =>
  (address) => {
    if (isPublic(address) ? !secure : !inside)
      throw new NotPublic(secure ? 'The address is not on the public internet.' : 'Without https.')
  }

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/**
 * Resolves a name for a connection, and refuses it if any of its addresses may not be called. The connection goes to
 * the address that was checked, so a name that changes its address between two questions gains nothing.
 */
export const admittedLookup =
  (admit: Admit, resolve: Resolve = lookup): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      try {
        if (error) throw error
        for (const { address } of found) admit(address)
        if (options.all) return done(null, found)
        done(null, found[0]!.address, found[0]!.family)
      } catch (refusal) {
        done(refusal as Error, [])
      }
    })
