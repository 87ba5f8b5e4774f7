import type { Db } from '#app/app.ts'
import { isOpen, resourceTypeNames } from '#features/requests/rules.ts'
import { ownWork, workOf } from '#features/requests/server/requests.ts'
import type { Asker, Work } from '../contract.ts'

/** Submitted items with the school and person who asked. */
export const requestedItems = (db: Db) =>
  db
    .selectFrom('catalogueItem as item')
    .innerJoin('catalogueRequest as request', 'request.id', 'item.requestId')
    .innerJoin('customer', 'customer.id', 'request.customerId')
    .innerJoin('appUser as requester', 'requester.id', 'request.requestedById')
    .leftJoin('appUser as assignee', 'assignee.id', 'item.assignedToId')
    .leftJoin('depot', 'depot.id', 'item.depotId')
    .leftJoin('leavingAnswerItem as leaving', 'leaving.itemId', 'item.id')
    .leftJoin('leavingAnswer', 'leavingAnswer.id', 'leaving.answerId')
    .leftJoin('mergedWork', (join) => join.on('mergedWork.key', '=', ownWork('item')))
    .where('item.status', '!=', 'DRAFT')
    .selectAll('item')
    .select(['request.requestNumber', 'request.customerId', 'request.requestedById', 'request.submittedById'])
    .select(['customer.name as organisation', 'customer.customerNo', 'depot.name as depotName'])
    .select(['requester.firstName', 'requester.lastName', 'requester.email', 'requester.username'])
    .select(['assignee.firstName as assigneeFirst', 'assignee.lastName as assigneeLast'])
    .select(['assignee.username as assigneeUsername', 'leaving.answerId', 'leavingAnswer.leavesAt'])
    .select(workOf('item').as('work'))
    .orderBy('item.submittedAt')
    .orderBy('item.itemNumber')

export type RequestedItem = Awaited<ReturnType<ReturnType<typeof requestedItems>['execute']>>[number]

/** The title, else the number, else the address. */
export const nameOf = (item: Pick<RequestedItem, 'title' | 'standardNumber' | 'url' | 'resourceType' | 'itemNumber'>) =>
  item.title || item.standardNumber || item.url || `${resourceTypeNames[item.resourceType]} ${item.itemNumber}`

export const asAsker = (item: RequestedItem): Asker => ({
  itemId: item.id,
  itemNumber: item.itemNumber,
  requestId: item.requestId,
  requestNumber: item.requestNumber,
  status: item.status,
  physicalResource: item.physicalResource,
  customerId: item.customerId,
  organisation: item.organisation,
  customerNo: item.customerNo,
  requestedBy: personName(item.firstName, item.lastName, item.username),
  email: item.email,
  submittedDate: item.submittedAt!.toISOString(),
  receivedDate: item.receivedAt?.toISOString() ?? null,
  depot: item.depotName ?? '',
  leavesDate: item.leavesAt?.toISOString() ?? null,
})

/** Data of a work besides its items. */
export type Beside = {
  /** Number of pictures, by item. */
  pictures: Map<string, number>
  /** Number of colleagues' notes, by item. */
  notes: Map<string, number>
  /** Requests whose school awaits a reply from the desk. */
  waiting: Set<string>
}

/** One unit of cataloguing. Its state comes from its waiting items, or from all if none waits. */
export function asWork(items: RequestedItem[], { pictures, notes, waiting }: Beside): Work {
  const open = items.filter(({ status }) => isOpen(status))
  const telling = open.length > 0 ? open : items
  const first = telling[0]!
  const firstGiven = (name: 'title' | 'standardNumber' | 'url') =>
    telling.find((each) => each[name] !== '')?.[name] ?? ''
  const taken = telling.find(({ assignedToId }) => assignedToId !== null)
  return {
    itemId: first.id,
    name: nameOf({
      ...first,
      title: firstGiven('title'),
      standardNumber: firstGiven('standardNumber'),
      url: firstGiven('url'),
    }),
    resourceType: first.resourceType,
    standardNumber: firstGiven('standardNumber'),
    physicalResource: telling.some(({ physicalResource }) => physicalResource),
    received: telling.some(({ receivedAt }) => receivedAt !== null),
    submittedDate: first.submittedAt!.toISOString(),
    assignedToId: taken?.assignedToId ?? null,
    assignedTo: taken ? personName(taken.assigneeFirst, taken.assigneeLast, taken.assigneeUsername) : '',
    pictures: telling.reduce((sum, { id }) => sum + (pictures.get(id) ?? 0), 0),
    notes: items.reduce((sum, { id }) => sum + (notes.get(id) ?? 0), 0),
    answerWaiting: items.some(({ requestId }) => waiting.has(requestId)),
    askers: [...open, ...items.filter(({ status }) => !isOpen(status))].map(asAsker),
  }
}

export const personName = (firstName: string | null, lastName: string | null, username: string | null): string =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim() || (username ?? '')
