import { randomUUID } from 'node:crypto'
import type { TestApp } from '#app/testing.ts'
import { codeOf, type ResourceType } from '#features/requests/rules.ts'

const schools = {
  hillview: { customerId: 'demo-hillview', userId: 'demo-hillview-librarian' },
  assistant: { customerId: 'demo-hillview', userId: 'demo-hillview-assistant' },
  riverside: { customerId: 'demo-riverside', userId: 'demo-riverside-librarian' },
  lakeside: { customerId: 'demo-lakeside', userId: 'demo-lakeside-trial' },
}
export type School = keyof typeof schools

type Item = {
  title?: string
  standardNumber?: string
  authors?: string
  publisher?: string
  additionalInfo?: string
  resourceType?: ResourceType
  physicalResource?: boolean
  workKey?: string
}
export type Submitted = { id: string; requestNumber: string; items: { id: string; itemNumber: string }[] }

let numbers = 500_000

/** Inserts a submitted request, minutes after the test's start time. */
export async function submit(
  { db }: Pick<TestApp, 'db'>,
  school: School,
  items: Item[],
  minute = 0,
): Promise<Submitted> {
  const { customerId, userId } = schools[school]
  const at = new Date(Date.UTC(2026, 9, 1, 0, minute))
  const id = randomUUID()
  const requestNumber = codeOf('CR', numbers++)
  await db
    .insertInto('catalogueRequest')
    .values({
      id,
      requestNumber,
      customerId,
      requestedById: userId,
      status: 'REQUESTED',
      createdAt: at,
      updatedAt: at,
      updatedById: userId,
      submittedAt: at,
      submittedById: userId,
      depotId: null,
    })
    .execute()
  const rows = items.map(({ resourceType = 'BOOK', physicalResource = false, ...told }, position) => ({
    ...told,
    resourceType,
    physicalResource,
    id: randomUUID(),
    requestId: id,
    itemNumber: codeOf('CI', 1_000_000 + numbers++),
    position,
    status: 'REQUESTED' as const,
    submittedAt: at,
    depotId: null,
    receivedAt: null,
    assignedToId: null,
    answeredAt: null,
    answeredById: null,
    recordId: null,
    downloadRequestId: null,
  }))
  await db.insertInto('catalogueItem').values(rows).execute()
  return { id, requestNumber, items: rows.map((row) => ({ id: row.id, itemNumber: row.itemNumber })) }
}

/** Deletes every request. */
export async function forgetAll({ db }: Pick<TestApp, 'db'>) {
  await db.deleteFrom('catalogueEvent').execute()
  await db.deleteFrom('catalogueAttachment').execute()
  await db.deleteFrom('leavingAnswer').execute()
  await db.deleteFrom('catalogueItem').execute()
  await db.deleteFrom('catalogueRequest').execute()
}
