import { z } from 'zod'
import { DownloadRequest } from '#features/downloads/contract.ts'
import { get, post } from '#kit/contract.ts'
import { CatalogueRequest, id } from '../contract.ts'
import { eventKinds } from '../rules.ts'

export const messageLength = 4000

const messageText = z.string().trim().min(1).max(messageLength)

/** An entry of a timeline. */
export const TimelineEvent = z.object({
  id: z.string(),
  happenedDate: z.string(),
  kind: z.enum(eventKinds),
  /** A name; schools see the provider's name for the desk's people. '' for jobs. */
  by: z.string(),
  byDesk: z.boolean(),
  /** The text of a message, or the reason for declining. */
  text: z.string(),
  /** The item it concerns; null for the whole request. */
  itemId: z.string().nullable(),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

export const timelineApi = {
  timeline: get('/rest/cataloguerequests/:id/timeline', {
    who: 'staff',
    summary: 'A request’s activity, oldest first, and its items’ places in the queue',
    input: z.strictObject({ id }),
    reply: z.object({
      response: z.object({
        events: z.array(TimelineEvent),
        /** Places of waiting items: 1 is next. Items of several schools that are answered together share one place. */
        places: z.array(z.object({ itemId: z.string(), place: z.number().int(), of: z.number().int() })),
      }),
    }),
  }),
  waitingMessages: get('/rest/cataloguerequests/messages/waiting', {
    who: 'staff',
    summary: 'Unanswered requests in which the customer team wrote last',
    reply: z.object({ response: z.array(z.object({ requestId: z.string(), happenedDate: z.string() })) }),
  }),
  sendMessage: post('/rest/cataloguerequests/:id/message', {
    who: 'staff',
    summary: 'Message the customer team about a submitted request',
    input: z.strictObject({ id, text: messageText }),
    reply: z.object({ response: TimelineEvent }),
  }),
  withdrawItem: post('/rest/cataloguerequests/:id/withdraw', {
    who: 'staff',
    summary: 'Withdraw an item that has not been answered',
    input: z.strictObject({ id, itemId: id }),
    reply: z.object({ response: CatalogueRequest }),
  }),
  downloadCatalogued: post('/rest/cataloguerequests/:id/download', {
    who: 'staff',
    summary: 'Create one download request for all records catalogued for this request',
    input: z.strictObject({ id }),
    reply: z.object({ response: DownloadRequest }),
  }),
}
