import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { limitConcurrency } from '#kit/server/load/limit-concurrency.ts'
import { direct, nameOf } from '#marc/citation/names.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { makersIn } from '#marc/crosswalk/makers.ts'
import type { FilesPort } from '#platform/files/files-port.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'
import { coverKey, isPlainName } from './cover-picture.ts'
import { designVersion } from './covers-palette.ts'
import type { CoverText } from './covers-render.ts'

/** A JPEG. The ETag is strong: it changes with the bytes. */
export type Cover = { bytes: Uint8Array; etag: string }
type CoverFiles = Pick<FilesPort, 'get' | 'put'>
export type Covers = { show(imageFileName: string, width?: number): Promise<Cover> }

const steps = [64, 128, 256, 512, 1024] as const

/**
 * Covers by the name in a record (956 $f): the stored picture `covers/<name>`, else a designed cover of the record
 * `<id>.jpg`, else a neutral one. Widths are rounded up to a step; each is made once and stored in the file store.
 */
export function openCovers(files: CoverFiles, catalogue: Pick<CataloguePort, 'documents'>): Covers {
  const takeTurn = limitConcurrency(2)
  const making = new Map<string, Promise<Cover>>()

  /** Concurrent requests for the same cover share one promise. */
  function once(key: string, make: () => Promise<Uint8Array>): Promise<Cover> {
    const started = making.get(key)
    if (started) return started
    const cover = storedOrMade(key, make).finally(() => making.delete(key))
    making.set(key, cover)
    return cover
  }

  async function storedOrMade(key: string, make: () => Promise<Uint8Array>): Promise<Cover> {
    const stored = await files.get(key)
    if (stored) return asCover(await buffer(stored.stream))
    const made = await takeTurn(make)
    // A full disk must not prevent the cover from being shown.
    await files.put(key, made).catch(() => undefined)
    return asCover(made)
  }

  async function picture(name: string, width: number): Promise<Cover | null> {
    const stored = await files.get(coverKey(name))
    if (stored === null) return null
    try {
      const original = await buffer(stored.stream)
      // The key is of the content: a picture that replaces one of the same size is resized too.
      return await once(`covers-sized/${width}/${digest(original)}.jpg`, () => resized(original, width))
    } catch {
      return null // Not a picture, or too large to be one: a designed cover is better than none.
    }
  }

  async function setInType(text: CoverText, width: number): Promise<Cover> {
    const words = [designVersion, text.title, text.author, text.seed].join('\n')
    return once(`covers-set/${width}/${digest(Buffer.from(words))}.jpg`, async () => {
      const { renderCover } = await import('./covers-render.ts')
      return renderCover({ ...text, width })
    })
  }

  return {
    async show(imageFileName, size = 256) {
      const width = steps.find((step) => step >= size) ?? 1024
      if (!isPlainName(imageFileName)) return setInType(neutral, width)
      const stored = await picture(imageFileName, width)
      if (stored) return stored
      const [document] = await catalogue.documents([imageFileName.replace(/\.jpg$/, '')])
      return setInType(document ? coverText(document) : neutral, width)
    },
  }
}

/** Without text: for an unknown record. */
const neutral: CoverText = { title: '', author: '', seed: 'neutral' }

/** The names of the title page, up to the first `;` (245 $c), else the main entry in the order of speech. */
export function coverText(document: BibliographicDocument): CoverText {
  const { id, title } = document
  const [first = ''] = title.noteStmOfResponsibility.split(' ; ')
  const main = makersIn(document).find(({ isMain }) => isMain)
  return { title: title.titlePrimary, author: first || (main ? direct(nameOf(main)) : ''), seed: id }
}

/** Decodes and re-encodes a picture: upright, never enlarged, on paper white. */
async function resized(picture: Uint8Array, width: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(picture, { limitInputPixels: 40_000_000 })
    .autoOrient()
    .resize(width, undefined, { withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 84 })
    .toBuffer()
}

const asCover = (bytes: Uint8Array): Cover => ({ bytes, etag: `"${digest(bytes)}"` })
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)
