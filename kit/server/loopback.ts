import type { FastifyRequest } from 'fastify'

/** This machine, by one of its names that never leave it. */
export const isLoopback = (host: string) => /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/i.test(host)

/** What proxies add to what they pass on. */
const passedOn = /^(forwarded|via|x-forwarded-.+|x-real-ip|(x|true|fastly)-client-ip|cf-connecting-ip)$/

/** Straight from this machine: by no proxy, even one that nobody has configured, and not by a foreign page's name for it. */
export const isFromHere = ({ socket, headers, hostname }: FastifyRequest, publicUrl: string): boolean =>
  isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/i, '')) &&
  !Object.keys(headers).some((name) => passedOn.test(name)) &&
  (isLoopback(hostname) || hostname === new URL(publicUrl).hostname)
