import { z } from 'zod'
import { CatalogueItem, id } from '#features/requests/contract.ts'
import { eventKinds, itemStatuses, resourceTypes } from '#features/requests/rules.ts'
import { get, post, problems } from '#kit/contract.ts'
import { foreignKinds } from '#marc/charset/foreign-kinds.ts'
import { mostAnswered, queueAgeFilters, queueStates } from './rules.ts'

const itemIds = z.array(id).min(1).max(mostAnswered)
const undoMinutes = z.number().int().min(0).max(60).default(0)
/** For an answer that can be undone; null if it was sent at once. */
const leaving = { answerId: z.string().nullable(), leavesDate: z.string().nullable() }
const text = z.string().trim().min(1).max(4000)

/** One requested item of a school, with the person who asked. */
export const Asker = z.object({
  itemId: z.string(),
  itemNumber: z.string(),
  requestId: z.string(),
  requestNumber: z.string(),
  status: z.enum(itemStatuses),
  physicalResource: z.boolean(),
  customerId: z.string(),
  organisation: z.string(),
  customerNo: z.string(),
  requestedBy: z.string(),
  email: z.string(),
  submittedDate: z.string(),
  receivedDate: z.string().nullable(),
  /** Name of the destination depot; '' for none. */
  depot: z.string(),
  /** When its answer is sent, which can be undone until then; null without one. */
  leavesDate: z.string().nullable(),
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
  /** When the earliest request was submitted. */
  submittedDate: z.string(),
  assignedToId: z.string().nullable(),
  /** The assignee's name; '' if unassigned. */
  assignedTo: z.string(),
  pictures: z.number().int(),
  /** Number of notes between colleagues. */
  notes: z.number().int(),
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

/** One fact as the schools requested it beside the same of a record. `differs` warns that the record may be another. */
export const ComparedFact = z.object({
  name: z.enum(['title', 'standardNumber', 'resourceType', 'authors', 'publicationDate']),
  /** Each value once; none if no school gave one. */
  requested: z.array(z.string()),
  /** '' if the record has none. */
  record: z.string(),
  differs: z.boolean(),
})
export type ComparedFact = z.infer<typeof ComparedFact>

/** A work with all its requesters: the waiting ones first, then those answered or withdrawn. */
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
    summary:
      'Items to catalogue: those on site first, parcels in transit last; an item that several schools request appears once',
    input: z.strictObject({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      text: z.string().trim().max(200).optional(),
      state: z.enum(queueStates).optional(),
      /** Whole days of waiting from which a group of the queue by age begins. */
      age: z.enum(queueAgeFilters).optional(),
    }),
    reply: z.object({
      response: z.array(Work),
      totalCount: z.number().int(),
      /** Counts of the whole queue, regardless of the filter. */
      counts: z.record(z.enum(queueStates), z.number().int()),
    }),
  }),
  work: get('/rest/desk/cataloguing/:itemId', {
    who: 'desk',
    summary: 'An item with all its details, and the other schools that request it',
    input: z.strictObject({ itemId: id }),
    reply: whole,
  }),
  stub: get('/rest/desk/cataloguing/:itemId/stub', {
    who: 'desk',
    summary: 'A draft MARC 21 record built from what the schools entered',
    input: z.strictObject({ itemId: id }),
    answers: 'file',
    mediaTypes: ['application/marc'],
  }),
  compareRecord: get('/rest/desk/cataloguing/:itemId/compare', {
    who: 'desk',
    summary: 'The schools’ request compared with a catalogue record',
    input: z.strictObject({ itemId: id, recordId: z.string().min(1).max(200) }),
    reply: z.object({ response: z.array(ComparedFact) }),
  }),
  assignWork: post('/rest/desk/cataloguing/assign', {
    who: 'desk',
    summary: 'Assign items to yourself or a colleague, or to nobody',
    input: z.strictObject({
      itemIds,
      userId: id.nullable(),
      /** The expected current assignee: if someone else has them, nothing changes. */
      from: id.nullish(),
    }),
    reply: whole,
  }),
  deskPeopleToAssign: get('/rest/desk/cataloguing/people', {
    who: 'desk',
    summary: 'The provider’s people to whom items can be assigned',
    reply: z.object({ response: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  messageRequester: post('/rest/desk/cataloguing/message', {
    who: 'desk',
    summary: 'Message the people who requested these items; each gets an email',
    input: z.strictObject({ itemIds, text }),
    reply: whole,
  }),
  nothingToAnswer: post('/rest/desk/cataloguing/seen', {
    who: 'desk',
    summary:
      'Mark a school’s last message as needing no answer; the school is not notified, and newer messages stay open',
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
    summary: 'Undo a check-in of items that have not been answered since',
    input: z.strictObject({ itemIds }),
    reply: z.object({ response: z.object({ items: z.array(Asker) }) }),
  }),
  readRecord: post('/rest/desk/cataloguing/read', {
    who: 'desk',
    summary: 'Preview the contents of a MARC file before attaching it; changes nothing',
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
            /** Beside the item to answer; empty without one. */
            compared: z.array(ComparedFact),
          }),
        ),
      }),
    }),
    bodyLimit: 2 * 1024 * 1024,
  }),
  attachRecord: post('/rest/desk/cataloguing/attach', {
    who: 'desk',
    summary: 'Answer items with a record from the catalogue, or with a new one that is loaded into it',
    input: z.strictObject({
      itemIds,
      recordId: z.string().min(1).max(200).optional(),
      /** A file with one MARC 21 or MARCXML record. */
      base64: z.string().min(1).optional(),
      /** Confirms replacing the catalogue record with the same number. */
      replace: z.boolean().default(false),
      /** For the schools: shown in their mail and timeline. */
      note: z.string().trim().max(4000).optional(),
      /** Minutes in which the answer can be undone. Until then schools see nothing and get no email. */
      undoMinutes,
    }),
    reply: z.object({ response: z.object({ recordId: z.string(), items: z.array(Asker), ...leaving }) }),
    bodyLimit: 2 * 1024 * 1024,
  }),
  declineItems: post('/rest/desk/cataloguing/decline', {
    who: 'desk',
    summary: 'Decline items with a reason',
    input: z.strictObject({ itemIds, reason: text, undoMinutes }),
    reply: z.object({ response: z.object({ items: z.array(Asker), ...leaving }) }),
  }),
}

export const cataloguingProblem = problems({
  item_not_found: [404, 'We couldn’t find this item, or it has already been answered.'],
  code_not_found: [404, 'We couldn’t find a slip with this code.'],
  code_misread: [400, 'The last digit of this code doesn’t match. Please scan it again.'],
  nothing_to_check_in: [409, 'All items on this slip have been answered or withdrawn.'],
  person_not_found: [404, 'We couldn’t find this person on the customer team.'],
  record_not_found: [404, 'This record is not in the catalogue.'],
  record_missing: [400, 'Please choose a record or a MARC file.'],
  unreadable_record: [400, 'We couldn’t find a readable MARC record in this file.'],
  one_record_only: [400, 'This file has several records. Please choose a file with one record.'],
  would_replace: [409, 'The catalogue already has a record with this number.'],
  taken_meanwhile: [409, 'Someone else has just been assigned this.'],
  answered_meanwhile: [409, 'Someone has already answered this.'],
})
