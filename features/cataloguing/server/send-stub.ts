import type { FastifyReply } from 'fastify'
import type { App } from '#app/app.ts'
import { contentDisposition } from '#kit/server/file-name.ts'
import { encodeRecord } from '#marc/iso2709.ts'
import { stubOf } from './stub.ts'
import { itemsOfWork, toldItems } from './work.ts'

/** The stub as a file of one record in MARC 21 and UTF-8. */
export async function sendStub(app: Pick<App, 'db' | 'clock'>, itemId: string, reply: FastifyReply) {
  const told = await toldItems(app, await itemsOfWork(app, itemId))
  const { bytes } = encodeRecord(stubOf(told, app.clock()))
  return reply
    .headers({
      'content-type': 'application/marc',
      'content-disposition': contentDisposition(`${told[0]!.itemNumber}.mrc`),
      'cache-control': 'private, no-store',
    })
    .send(Buffer.from(bytes))
}
