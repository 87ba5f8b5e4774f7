import { openFiles } from '#adapters/files/files.ts'
import type { App } from './app.ts'
import type { Env } from './env.ts'
import { openCatalogue } from './open-catalogue.ts'
import { openHeadings } from './open-headings.ts'

type Stores = Pick<App, 'catalogue' | 'headings' | 'files'>

/** What a backup is taken of beside the rows, for the command line; a portal may be running on it. */
export async function withStores<T>(env: Env, use: (stores: Stores) => Promise<T>): Promise<T> {
  const catalogue = await openCatalogue(env, { brief: true })
  const headings = await openHeadings(env)
  try {
    return await use({ catalogue, headings, files: await openFiles(env) })
  } finally {
    await headings.close()
    await catalogue.close()
  }
}
