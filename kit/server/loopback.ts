import type { FastifyRequest } from 'fastify'

/** This machine, by one of its loopback names. */
export const isLoopback = (host: string) => /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/i.test(host)

/** Headers that proxies add. */
const passedOn = /^(forwarded|via|x-forwarded-.+|x-real-ip|(x|true|fastly)-client-ip|cf-connecting-ip)$/

/**
 * Directly from this machine: through no proxy, even an unconfigured one, and not under a foreign host name (DNS
 * rebinding).
 */
export const isFromHere = ({ socket, headers, hostname }: FastifyRequest, publicUrl: string): boolean =>
  isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/i, '')) &&
  !Object.keys(headers).some((name) => passedOn.test(name)) &&
  (isLoopback(hostname) || hostname === new URL(publicUrl).hostname)
