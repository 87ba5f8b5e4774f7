import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { cataloguingApi } from '../contract.ts'
import { assignWork, deskPeople } from './assign.ts'
import { attachRecord } from './attach.ts'
import { checkIn } from './check-in.ts'
import { declineItems } from './decline.ts'
import { messageRequester } from './message.ts'
import { noteSeen } from './note-seen.ts'
import { showQueue } from './queue.ts'
import { readRecord } from './read-record.ts'
import { sendStub } from './send-stub.ts'
import { undoCheckIn } from './undo-check-in.ts'
import { showWork } from './work.ts'

export const cataloguingRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, cataloguingApi, {
    queue: (asked, { caller }) => showQueue(app, caller, asked),
    work: ({ itemId }, { signal }) => showWork(app, itemId, signal),
    stub: ({ itemId }, { reply }) => sendStub(app, itemId, reply),
    assignWork: async (given, { caller, signal }) => {
      await assignWork(app, caller, given)
      return showWork(app, given.itemIds[0]!, signal)
    },
    deskPeopleToAssign: () => deskPeople(app),
    messageRequester: async (given, { caller, signal }) => {
      await messageRequester(app, caller, given)
      return showWork(app, given.itemIds[0]!, signal)
    },
    nothingToAnswer: async (given, { caller, signal }) => {
      await noteSeen(app, caller, given)
      return showWork(app, given.itemId, signal)
    },
    checkIn: (given, { caller }) => checkIn(app, caller, given),
    undoCheckIn: (given, { caller }) => undoCheckIn(app, caller, given),
    readRecord: (given) => readRecord(app, given),
    attachRecord: (given, { caller }) => attachRecord(app, caller, given),
    declineItems: (given, { caller }) => declineItems(app, caller, given),
  })
