import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A page that several visitors get, and its bytes in the encodings that they have asked for. */
export type SharedPage = { text: string; bytes: Map<string, Promise<Buffer>> }

export const sharedPage = (text: string): SharedPage => ({ text, bytes: new Map() })

const brotli = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT } }
const encoders = {
  br: (text: string) => promisify(brotliCompress)(text, brotli),
  gzip: (text: string) => promisify(gzip)(text),
}

/** Sends the page, compressed once for all. What accepts neither encoding by name is left to @fastify/compress. */
export async function sendShared({ headers }: FastifyRequest, reply: FastifyReply, { text, bytes }: SharedPage) {
  const encoding = (['br', 'gzip'] as const).find((each) => accepts(headers['accept-encoding'], each))
  if (!encoding) return reply.send(text)
  const packed = bytes.get(encoding) ?? encoders[encoding](text)
  bytes.set(encoding, packed)
  return reply.header('content-encoding', encoding).send(await packed)
}

/** RFC 9110, 12.5.3. */
const accepts = (header: string | string[] | undefined, encoding: string) =>
  String(header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, quality = '1'] = part.split(/;\s*q=/)
      return name!.trim() === encoding && Number(quality) > 0
    })

/** Nobody notices that a page is this old. */
const freshMs = 1000
/** Addresses at the same time. */
const most = 100

/**
 * For a moment, visitors of an address share the page that one of them was drawn. `make` says of the page whether all
 * of its data is in it: one who is past a limit, or comes in a bad moment, gets it alone.
 */
export function shareForAMoment<P extends { isWhole: boolean }>(now: () => number = () => performance.now()) {
  const kept = new Map<string, { madeAt: number; page: Promise<P | undefined> }>()
  return async (key: string, make: () => Promise<P | undefined>): Promise<P | undefined> => {
    for (const [other, { madeAt }] of kept) if (now() - madeAt > freshMs || kept.size > most) kept.delete(other)
    const known = kept.get(key)
    const found = known && (await known.page)
    if (found?.isWhole) return found
    const page = make()
    kept.set(key, { madeAt: now(), page })
    return page
  }
}
