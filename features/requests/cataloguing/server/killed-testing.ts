import { book } from '#features/downloads/server/testing.ts'
import type { Caller } from '#kit/server/caller.ts'

/** A frozen clock. */
export const killedAt = new Date('2026-11-21T10:00:00Z')

export const deskCaller: Caller = {
  sessionId: 'killed',
  userId: 'demo-desk',
  customerId: null,
  role: 'desk',
  disabled: false,
  freshProof: false,
  subscriptions: [],
}

export const file = Buffer.from(book({ id: '1', title: 'The kererū' }).marc).toString('base64')
