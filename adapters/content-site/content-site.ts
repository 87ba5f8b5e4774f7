import { z } from 'zod'
import type { ContentSitePort } from '#features/shop/cart/server/content-site-port.ts'
import { maxPupils } from '#features/shop/products/rules.ts'

const largestReply = 64 * 1024

/** Further members, such as prices, are ignored. */
const SiteCart = z.object({
  items: z
    .array(
      z.object({
        productCode: z.string().regex(/^[\w-]{1,40}$/),
        quantity: z.number().int().min(1).max(999).default(1),
        enrollmentSize: z.number().int().min(1).max(maxPupils).nullable().default(null),
      }),
    )
    .max(100),
})

/** A site that answers `GET {base}/cart/{cmsId}`; this server calls it, without the visitor's cookies. */
export const openContentSite = (base: string, { timeoutMs = 5000 } = {}): ContentSitePort => ({
  async cart(cmsId) {
    // Only these characters are safe in a path everywhere.
    if (!/^[\w~-][\w.~-]{0,99}$/.test(cmsId)) return undefined
    const response = await fetch(`${base}/cart/${cmsId}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'user-agent': 'school-catalogue-portal' },
    })
    try {
      if (response.status === 404 || response.status === 410) return undefined
      if (response.status !== 200) throw new Error(`status ${response.status}`)
      return SiteCart.parse(JSON.parse(await readBounded(response))).items
    } finally {
      // Does not wait for the rest of an aborted answer.
      await response.body?.cancel().catch(() => undefined)
    }
  },
})

async function readBounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > largestReply) throw new Error('an answer that is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
