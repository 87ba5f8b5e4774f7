import type { RunningApp } from '#app/wire.ts'
import { States } from './look-lists.ts'

/** A draft of two items and a picture, its creation logged once; if submitted, that too, and emailed once. */
export async function requestStates({ db, files }: RunningApp): Promise<States> {
  const requests = await db.selectFrom('catalogueRequest').selectAll().execute()
  const items = await db.selectFrom('catalogueItem').selectAll().where('title', 'like', 'killed-%').execute()
  const events = await db.selectFrom('catalogueEvent').select(['requestId', 'kind']).execute()
  const pictures = await db.selectFrom('catalogueAttachment').selectAll().where('itemId', 'is not', null).execute()
  const mails = await db.selectFrom('outgoingMail').select('subject').execute()
  const byRequest = Map.groupBy(items, ({ requestId }) => requestId)
  const states = new States()
  for (const { id, requestNumber, status } of requests) {
    const own = byRequest.get(id) ?? []
    const count = (kind: string) => events.filter((each) => each.requestId === id && each.kind === kind).length
    const shown = pictures.filter(({ itemId }) => own.some((item) => item.id === itemId))
    const sizes = await Promise.all(shown.map(({ fileKey }) => files.size(fileKey)))
    const submitted = status === 'DRAFT' ? 0 : 1
    const mailed = mails.filter(({ subject }) => subject.includes(requestNumber)).length
    const whole =
      own.length === 2 &&
      sizes.length === 1 &&
      sizes[0] === shown[0]!.filesize &&
      count('created') === 1 &&
      count('submitted') === submitted &&
      mailed === submitted
    const inPart = `${status} with ${own.length} items, ${sizes.length} pictures, ${count('created')} times made, ${count('submitted')} times submitted, ${mailed} mails`
    for (const name of new Set(own.map(({ title }) => title)))
      states.add(name, !whole ? inPart : submitted ? 'submitted' : 'draft')
  }
  const orphans = [...byRequest.keys()].filter((id) => !requests.some((request) => request.id === id))
  for (const id of orphans) states.add(id, 'items of no request')
  return states
}
