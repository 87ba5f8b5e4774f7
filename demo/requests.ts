import type { App, Db } from '#app/app.ts'
import { type DemoItem, type DemoRequest, demoRequests } from '#demo/world/requests.ts'
import { demoDesk } from '#demo/world/world.ts'
import { keepRequest } from '#features/downloads/server/keep-request.ts'
import { reencode } from '#features/requests/attachments/server/picture.ts'
import { newNumbers } from '#features/requests/form/server/save-items.ts'
import { itemTexts } from '#features/requests/rules.ts'
import { workKeyOf } from '#features/requests/server/work-key.ts'
import { type NewEvent, recordEvent } from '#features/requests/timeline/server/events.ts'
import { clockIn, dayMs } from '#kit/day.ts'

const key = 'demo_requests'
type Portal = Pick<App, 'db' | 'files' | 'catalogue' | 'queue' | 'clock' | 'metrics'>

/**
 * The demo schools' catalogue requests, with generated pictures, once per database. `fits` is called first, at every
 * start until it returns true.
 */
export async function loadDemoRequests(app: Portal, fits: () => Promise<boolean>): Promise<void> {
  const { db, clock } = app
  const loaded = await db.selectFrom('installation').select('key').where('key', '=', key).executeTakeFirst()
  if (loaded || !(await fits())) return
  const pictures = await drawPictures(app)
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('installation')
      .values({ key, value: JSON.stringify({ loadedAt: now }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!first) return
    // In chronological order, so that their numbers are too.
    for (const request of demoRequests.toSorted((a, b) => b.created - a.created))
      await insertRequest(app, tx, request, { now, pictures })
  })
}

type Drawn = { fileKey: string; thumbnailKey: string; filetype: string; filesize: number }
type Given = { now: Date; pictures: Map<string, Drawn> }

const pictureId = (item: DemoItem, position: number) => `${item.id}-picture-${position + 1}`

/** Their names never change, so that an aborted start leaves nothing behind. */
async function drawPictures({ files }: Portal): Promise<Map<string, Drawn>> {
  const { drawDemoPicture } = await import('./request-pictures.ts')
  const drawn = new Map<string, Drawn>()
  for (const item of demoRequests.flatMap(({ items }) => items))
    for (const [position, { kind }] of (item.pictures ?? []).entries()) {
      const id = pictureId(item, position)
      const picture = await reencode(await drawDemoPicture(kind, item), `${kind}.jpg`)
      if ('refused' in picture) throw new Error(picture.refused)
      const { filetype, bytes, thumbnail } = picture
      const keys = { fileKey: `attachments/${id}.jpg`, thumbnailKey: `attachments/${id}-small.webp` }
      await files.put(keys.fileKey, bytes)
      await files.put(keys.thumbnailKey, thumbnail)
      drawn.set(id, { ...keys, filetype, filesize: bytes.length })
    }
  return drawn
}

async function insertRequest(app: Portal, tx: Db, request: DemoRequest, { now, pictures }: Given) {
  const { id, customerId, userId, status, depotId = null, created, submitted, items } = request
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const submittedAt = submitted === undefined ? null : ago(submitted)
  const answered = items.flatMap((item) => item.answered ?? [])
  const [requestNumber] = await newNumbers(tx, 'CR', 1)
  await tx
    .insertInto('catalogueRequest')
    .values({
      id,
      requestNumber: requestNumber!,
      customerId,
      requestedById: userId,
      status,
      depotId,
      createdAt: ago(created),
      updatedAt: ago(Math.min(created, submitted ?? created, ...answered)),
      updatedById: userId,
      submittedAt,
      submittedById: submittedAt && userId,
    })
    .execute()
  const numbers = await newNumbers(tx, 'CI', items.length)
  for (const [position, item] of items.entries()) {
    const answeredAt = item.answered === undefined ? null : ago(item.answered)
    await tx
      .insertInto('catalogueItem')
      .values({
        ...rowOf(item),
        requestId: id,
        itemNumber: numbers[position]!,
        position,
        depotId: item.physicalResource ? depotId : null,
        submittedAt,
        receivedAt: item.received === undefined ? null : ago(item.received),
        assignedToId: item.assigned ? demoDesk.id : null,
        answeredAt,
        answeredById: answeredAt && demoDesk.id,
        downloadRequestId: item.recordId && answeredAt ? await fileOf(app, tx, request, item, answeredAt) : null,
      })
      .execute()
    for (const [place, { kind, caption }] of (item.pictures ?? []).entries()) {
      const id = pictureId(item, place)
      await tx
        .insertInto('catalogueAttachment')
        .values({
          id,
          customerId,
          userId,
          itemId: item.id,
          position: place,
          filename: `${kind}.jpg`,
          caption,
          ...pictures.get(id)!,
          heldSince: null,
          createdAt: ago(created),
        })
        .execute()
    }
  }
  for (const event of historyOf(request, ago).toSorted((a, b) => a.now.getTime() - b.now.getTime()))
    await recordEvent(tx, event)
}

const rowOf = (item: DemoItem) => {
  const { id, resourceType, physicalResource, status, recordId = null, declineReason = '' } = item
  const texts = Object.fromEntries(
    Object.keys(itemTexts).map((name) => [name, item[name as keyof typeof itemTexts] ?? '']),
  ) as Record<keyof typeof itemTexts, string>
  const workKey = workKeyOf({ ...texts, resourceType })
  return { id, ...texts, resourceType, physicalResource, status, recordId, declineReason, workKey }
}

/** The finished record, as a download of the school. */
const fileOf = (app: Portal, tx: Db, request: DemoRequest, { title, recordId }: DemoItem, at: Date) =>
  keepRequest({ ...app, clock: clockIn(app.clock.zone, () => at) }, tx, request, {
    type: 'ITEM',
    itemType: 'marc',
    name: title ?? 'Catalogued',
    identities: [recordId!],
    matched: [recordId!],
    fileFormat: 'MARC_21',
    content: 'DATA_ONLY',
  })

function historyOf(request: DemoRequest, ago: (days: number) => Date): NewEvent[] {
  const { id: requestId, userId, created, submitted, items, talk = [] } = request
  const school = { requestId, userId }
  const desk = { requestId, userId: demoDesk.id, byDesk: true }
  return [
    { ...school, now: ago(created), kind: 'created' },
    ...(submitted === undefined ? [] : [{ ...school, now: ago(submitted), kind: 'submitted' as const }]),
    ...items.flatMap(({ id: itemId, status, received, answered, declineReason }): NewEvent[] => [
      ...(received === undefined ? [] : [{ ...desk, itemId, now: ago(received), kind: 'received' as const }]),
      ...(status === 'WITHDRAWN' && submitted !== undefined
        ? [{ ...school, itemId, now: ago(submitted - 1), kind: 'withdrawn' as const }]
        : []),
      ...(answered === undefined
        ? []
        : [
            {
              ...desk,
              itemId,
              now: ago(answered),
              kind: status === 'DECLINED' ? ('declined' as const) : ('catalogued' as const),
              body: declineReason ?? '',
            },
          ]),
    ]),
    ...talk.map(
      ({ ago: days, byDesk, itemId, body }): NewEvent => ({
        ...(byDesk ? desk : school),
        itemId,
        now: ago(days),
        kind: 'message',
        body,
      }),
    ),
  ]
}
