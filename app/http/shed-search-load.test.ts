import { expect, test } from 'vitest'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { actFrom } from '#kit/server/came-from.ts'
import { WaitQueue } from '#kit/server/load/wait-queue.ts'
import { shedSearchLoad } from './shed-search-load.ts'

const answered = async () => 'answered'

/** A port that answers every call, with a queue whose wait is this long. */
const portWithin = <P extends object>(waitMs: number) =>
  new Proxy({ waitQueue: { waiting: () => 1, waitMs: () => waitMs } } as unknown as P, {
    get: (target, name) => (name === 'waitQueue' ? Reflect.get(target, name) : answered),
  })

const questions = {
  catalogue: ['search', 'find', 'findRecords', 'counts', 'suggest', 'spellings', 'lookup', 'terms'],
  headings: ['search', 'heading', 'letters', 'index', 'topTerms', 'narrowerTerms'],
} as const
/** Calls of background work, health and metrics. */
const others = {
  catalogue: ['known', 'documents', 'write', 'remove', 'stats', 'close'],
  headings: ['named', 'state', 'write', 'remove', 'stats', 'close'],
} as const

test.each(['catalogue', 'headings'] as const)(
  'while searches of the %s wait too long, only those are refused',
  async (crowded) => {
    const waits = { catalogue: 0, headings: 0, [crowded]: 1001 }
    const app = shedSearchLoad(
      { catalogue: portWithin<CataloguePort>(waits.catalogue), headings: portWithin<HeadingsPort>(waits.headings) },
      1000,
    )
    const ask = (port: 'catalogue' | 'headings', name: string) =>
      (app[port] as unknown as Record<string, () => Promise<unknown>>)[name]!()
    const busy = { code: 'busy', status: 503 }
    for (const name of questions[crowded]) await expect(ask(crowded, name)).rejects.toMatchObject(busy)
    for (const name of others[crowded]) expect(await ask(crowded, name)).toBe('answered')
    const calm = crowded === 'catalogue' ? 'headings' : 'catalogue'
    for (const name of [...questions[calm], ...others[calm]]) expect(await ask(calm, name)).toBe('answered')
  },
)

test('a client with 48 waiting searches is refused the next one; another client is not', async () => {
  const waitQueue = new WaitQueue(() => 0)
  const catalogue = { waitQueue, suggest: answered } as unknown as CataloguePort
  const app = shedSearchLoad({ catalogue, headings: portWithin<HeadingsPort>(0) }, 1000)
  const ask = (client: string) => actFrom('', () => app.catalogue.suggest('dragon'), client)
  const leave = Array.from({ length: 48 }, () => waitQueue.enter('busy'))
  await expect(ask('busy')).rejects.toMatchObject({ code: 'busy', status: 503 })
  expect(await ask('quiet')).toBe('answered')
  leave[0]!()
  expect(await ask('busy')).toBe('answered')
})
