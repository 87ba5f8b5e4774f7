import { z } from 'zod'
import { CatalogueItem, id } from '#features/requests/contract.ts'
import { eventKinds, itemStatuses, resourceTypes } from '#features/requests/rules.ts'
import { get, post, problems } from '#kit/contract.ts'
import { foreignKinds } from '#marc/charset/foreign-kinds.ts'
import { queueStates } from './rules.ts'

const itemIds = z.array(id).min(1).max(200)
const text = z.string().trim().min(1).max(4000)

/** One requested item of a school, with the person who asked. */
export const Asker = z.object({
  itemId: z.string(),
  itemNumber: z.string(),
  requestId: z.string(),
  requestNumber: z.string(),
  status: z.enum(itemStatuses),
  physicalResource: z.boolean(),
  organisation: z.string(),
  customerNo: z.string(),
  requestedBy: z.string(),
  email: z.string(),
  submittedDate: z.string(),
  receivedDate: z.string().nullable(),
  /** Name of the destination depot; '' for none. */
  depot: z.string(),
})
export type Asker = z.infer<typeof Asker>

/** One unit of cataloguing: an item, or the same one requested by several schools. */
export const Work = z.object({
  /** The first item's id; the work is opened by it. */
  itemId: z.string(),
  /** The title, else the number, else the address. */
  name: z.string(),
  resourceType: z.enum(resourceTypes),
  standardNumber: z.string(),
  /** True if any of its items is posted, or here already. */
  physicalResource: z.boolean(),
  /** True if any of its items has arrived. */
  received: z.boolean(),
  /** Of the earliest request. */
  submittedDate: z.string(),
  assignedToId: z.string().nullable(),
  /** The assignee's name; '' if unassigned. */
  assignedTo: z.string(),
  pictures: z.number().int(),
  /** True if a school wrote last and has not been answered since. */
  answerWaiting: z.boolean(),
  askers: z.array(Asker),
})
export type Work = z.infer<typeof Work>

const DeskEvent = z.object({
  id: z.string(),
  happenedDate: z.string(),
  kind: z.enum(eventKinds),
  by: z.string(),
  byDesk: z.boolean(),
  text: z.string(),
  itemId: z.string().nullable(),
  requestId: z.string(),
  organisation: z.string(),
})

/** A catalogue record that may match the request. */
export const Candidate = z.object({
  recordId: z.string(),
  title: z.string(),
  responsibility: z.string(),
  year: z.string(),
  identifiers: z.array(z.string()),
  /** Matched by number, by a cancelled or invalid number, or by title. */
  found: z.enum(['number', ...foreignKinds, 'title']),
})
export type Candidate = z.infer<typeof Candidate>

/** Its askers: the waiting ones first, then those answered before or withdrawn. */
export const WholeWork = Work.extend({
  items: z.array(CatalogueItem.extend({ organisation: z.string() })),
  events: z.array(DeskEvent),
  candidates: z.array(Candidate),
  /** The stub in cataloguers' notation: tag, indicators, subfields, one field a line. */
  stub: z.array(z.string()),
})
export type WholeWork = z.infer<typeof WholeWork>

const whole = z.object({ response: WholeWork })

export const cataloguingApi = {
  queue: get('/rest/desk/cataloguing', {
    who: 'desk',
    summary: 'What waits to be catalogued: physical items first, then the oldest; the same of several schools once',
    input: z.strictObject({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      text: z.string().trim().max(200).optional(),
      state: z.enum(queueStates).optional(),
    }),
    reply: z.object({
      response: z.array(Work),
      totalCount: z.number().int(),
      /** Counts of the whole queue, whatever the filter. */
      counts: z.record(z.enum(queueStates), z.number().int()),
    }),
  }),
  work: get('/rest/desk/cataloguing/:itemId', {
    who: 'desk',
    summary: 'Everything about an item and what other schools ask for with it',
    input: z.strictObject({ itemId: id }),
    reply: whole,
  }),
  stub: get('/rest/desk/cataloguing/:itemId/stub', {
    who: 'desk',
    summary: 'A MARC 21 record made of what the schools have told, to start from',
    input: z.strictObject({ itemId: id }),
    answers: 'file',
  }),
  assignWork: post('/rest/desk/cataloguing/assign', {
    who: 'desk',
    summary: 'Take items, give them to a colleague, or put them back',
    input: z.strictObject({
      itemIds,
      userId: id.nullable(),
      /** The expected current assignee: if somebody else has them, nothing changes. */
      from: id.nullish(),
    }),
    reply: whole,
  }),
  deskPeopleToAssign: get('/rest/desk/cataloguing/people', {
    who: 'desk',
    summary: 'Who of the provider’s people items can be given to',
    reply: z.object({ response: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  messageRequester: post('/rest/desk/cataloguing/message', {
    who: 'desk',
    summary: 'Write to the people who requested these items; each gets a mail',
    input: z.strictObject({ itemIds, text }),
    reply: whole,
  }),
  nothingToAnswer: post('/rest/desk/cataloguing/seen', {
    who: 'desk',
    summary: 'What a school has written last needs no answer; it is not told, and what it writes meanwhile still waits',
    input: z.strictObject({ itemId: id, messageIds: z.array(id).min(1).max(200) }),
    reply: whole,
  }),
  checkIn: post('/rest/desk/cataloguing/checkin', {
    who: 'desk',
    summary: 'Check in a parcel: the code of its slip checks in all its items, an item’s code only that item',
    input: z.strictObject({ code: z.string().trim().min(1).max(100) }),
    reply: z.object({
      response: z.object({
        requestNumber: z.string(),
        organisation: z.string(),
        /** Items checked in by this scan, and those that had arrived before. */
        received: z.array(Asker.extend({ name: z.string() })),
        before: z.array(Asker.extend({ name: z.string() })),
        /** On the slip, but not scanned yet. */
        missing: z.array(Asker.extend({ name: z.string() })),
      }),
    }),
  }),
  undoCheckIn: post('/rest/desk/cataloguing/checkin/undo', {
    who: 'desk',
    summary: 'A scan was a mistake: these items have not come, if they are not answered meanwhile',
    input: z.strictObject({ itemIds }),
    reply: z.object({ response: z.object({ items: z.array(Asker) }) }),
  }),
  readRecord: post('/rest/desk/cataloguing/read', {
    who: 'desk',
    summary: 'What a MARC file holds, before it is attached; nothing is changed',
    input: z.strictObject({
      base64: z.string().min(1),
      /** The item to answer: the reply then warns if the record lacks its number. */
      itemId: id.optional(),
    }),
    reply: z.object({
      response: z.object({
        records: z.array(
          z.object({
            /** The 001, or a generated one if it has none. */
            recordId: z.string(),
            title: z.string(),
            responsibility: z.string(),
            identifiers: z.array(z.string()),
            lines: z.array(z.string()),
            /** True if it would replace a catalogue record with the same number. */
            replaces: z.boolean(),
            problems: z.array(z.string()),
          }),
        ),
      }),
    }),
    bodyLimit: 2 * 1024 * 1024,
  }),
  attachRecord: post('/rest/desk/cataloguing/attach', {
    who: 'desk',
    summary: 'Answer items with a record: one of the catalogue, or one that is loaded into it',
    input: z.strictObject({
      itemIds,
      recordId: z.string().min(1).max(200).optional(),
      /** A file with one MARC 21 or MARCXML record. */
      base64: z.string().min(1).optional(),
      /** Confirms replacing the catalogue record with the same number. */
      replace: z.boolean().default(false),
      /** For the schools: shown in their mail and timeline. */
      note: z.string().trim().max(4000).optional(),
    }),
    reply: z.object({ response: z.object({ recordId: z.string(), items: z.array(Asker) }) }),
    bodyLimit: 2 * 1024 * 1024,
  }),
  declineItems: post('/rest/desk/cataloguing/decline', {
    who: 'desk',
    summary: 'Answer items with a reason why they are not catalogued',
    input: z.strictObject({ itemIds, reason: text }),
    reply: z.object({ response: z.object({ items: z.array(Asker) }) }),
  }),
}

export const cataloguingProblem = problems({
  item_not_found: [404, 'There is no such item, or it waits for nothing.'],
  code_not_found: [404, 'This code is on no slip.'],
  code_misread: [400, 'This code was read wrongly: its last digit does not fit. Please scan it again.'],
  nothing_to_check_in: [409, 'Nothing of this slip waits: it was answered, or withdrawn.'],
  person_not_found: [404, 'There is no such person on the desk.'],
  record_not_found: [404, 'The catalogue has no such record.'],
  record_missing: [400, 'Please pick a record or choose a MARC file.'],
  unreadable_record: [400, 'This file holds no MARC record that can be read.'],
  one_record_only: [400, 'This file holds several records. Please choose a file of one.'],
  would_replace: [409, 'The catalogue has a record of this number already.'],
  taken_meanwhile: [409, 'Somebody else has taken this meanwhile.'],
  answered_meanwhile: [409, 'Somebody has answered this meanwhile.'],
})
