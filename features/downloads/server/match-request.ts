import type { App } from '#app/app.ts'
import { readSettings } from '#features/settings/server/settings.ts'
import { identifierKey } from '#marc/identifier.ts'
import { matchIdentifiers } from './match-identifiers.ts'
import type { RequestRow } from './own-request.ts'
import { keepKeys } from './request-keys.ts'

/** Looks up the identifiers of a request and keeps what was found, for whoever looks on while the file is made. */
export async function matchRequest(
  { db, catalogue }: Pick<App, 'db' | 'catalogue'>,
  request: RequestRow,
): Promise<RequestRow> {
  if (!request.toMatch) return request
  const asked = request.identities.map((identifier) => ({ identifier, read: identifierKey(identifier) }))
  const { isbnDuplicateHandling } = await readSettings(db, request.customerId)
  const matches = await matchIdentifiers(catalogue, asked, isbnDuplicateHandling, request.chosen)
  await db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('downloadRequest')
      .set({
        matched: JSON.stringify(matches.matched),
        unmatched: JSON.stringify(matches.unmatched),
        choices: JSON.stringify(matches.choices),
        toMatch: false,
      })
      .where('id', '=', request.id)
      .where('toMatch', '=', true)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await keepKeys(within, request.id, [...request.identities, ...matches.matched])
  })
  return { ...request, ...matches, toMatch: false }
}
