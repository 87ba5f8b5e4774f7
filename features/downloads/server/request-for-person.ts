import type { App, Db } from '#app/app.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { readSettings } from '#features/settings/server/settings.ts'
import { filesBy, keepRequest } from './keep-request.ts'
import { cleanName } from './request-name.ts'
import { subscribes, type WhoAsked } from './who-asked.ts'

/** Room for words that stand before a title. */
const longestName = 200

/**
 * A request of records that somebody was waiting for, made for them in the transaction that tells them. Null where their
 * school may not download.
 */
export async function requestForPerson(
  app: Pick<App, 'queue' | 'clock' | 'metrics'>,
  within: Db,
  person: Pick<WhoAsked, 'userId' | 'customerId'>,
  { name, asked, ids }: { name: string; asked: string[]; ids: RecordId[] },
): Promise<string | null> {
  if (!(await subscribes(within, person.customerId, app.clock()))) return null
  return keepRequest(app, within, person, {
    type: 'IDENTIFIERS',
    name: [...cleanName(name)].slice(0, longestName).join(''),
    identities: asked,
    matched: ids,
    ...filesBy(await readSettings(within, person.customerId)),
  })
}
