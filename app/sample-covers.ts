import { coverKey } from '#features/catalogue/server/cover-picture.ts'
import { coverText } from '#features/catalogue/server/covers.ts'
import { renderCover } from '#features/catalogue/server/covers-render.ts'
import { sampleCollections } from '#sample/collections.ts'
import type { App } from './app.ts'
import { hasSample, once } from './first-start.ts'

/** So many of each collection, so that every download of one has some to show and some that lack one. */
const perCollection = 4
const width = 600

/**
 * A few covers of the sample catalogue as pictures, drawn as the portal draws the cover of a record that has none: so
 * the demo world has some to download. Goes on beside the first requests, and from the start where it was broken off.
 */
export async function drawSampleCovers(
  app: Pick<App, 'env' | 'db' | 'catalogue' | 'files' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!app.env.demo) return
  await once(app, 'sample_covers', async () => {
    if (!(await hasSample(app.catalogue))) return
    const ids = new Set(sampleCollections().flatMap(({ recordIds }) => recordIds.slice(0, perCollection)))
    let drawn = 0
    for (const document of await app.catalogue.documents([...ids])) {
      signal?.throwIfAborted()
      if (document.imageFileName === '') continue
      const key = coverKey(document.imageFileName)
      if ((await app.files.size(key)) !== null) continue
      await app.files.put(key, await renderCover({ ...coverText(document), width }))
      drawn++
    }
    app.log.info({ covers: drawn }, 'sample covers drawn')
  })
}
