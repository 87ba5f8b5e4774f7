import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { reducedRecord } from '../rules.ts'
import { unlessKnown } from './conditional.ts'
import {
  missingRecordPage,
  openPagePolicy,
  openRecordPage,
  type PageSettings,
  signInForRecord,
  wholeRecordPath,
} from './open-page.ts'

type Call = { caller: Caller | null; request: FastifyRequest; reply: FastifyReply }
type Needs = Pick<App, 'catalogue' | 'clock'> & { env: PageSettings & { openRecords: boolean } }

/**
 * The page of a record for strangers; people who are signed in go on to the whole record. 404: there never was one with
 * this number. 410: it was removed.
 */
export async function showOpenRecord({ catalogue, clock, env }: Needs, id: string, { caller, request, reply }: Call) {
  // A program with an access key reads the page as a stranger does.
  if (caller && !caller.key) return reply.redirect(wholeRecordPath(id))
  if (!env.openRecords) return reply.redirect(signInForRecord(id))
  reply.header('content-security-policy', openPagePolicy)
  const [[document], change] = await Promise.all([
    catalogue.documents([id]),
    catalogue.changesOf([id]).then((changes) => changes.get(id)),
  ])
  if (!document) {
    const kind = change?.removed ? 'removed' : 'unknown'
    reply.code(kind === 'removed' ? 410 : 404)
    return missingRecordPage(kind, env)
  }
  reply.header('vary', 'cookie')
  return unlessKnown({ request, reply }, openRecordPage(reducedRecord(document), env, []), {
    changedAt: change && change.changedAt * 1000,
    now: clock(),
    // The sign-in decides what is here.
    cacheControl: 'no-cache',
  })
}
