import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'

export const MessageType = z.enum(['BANNER', 'GLOBAL', 'SUBSCRIPTION', 'INVOICE'])
export type MessageType = z.infer<typeof MessageType>

export const MessageIcon = z.enum(['INFO', 'NEWS', 'WARNING', 'MAINTENANCE', 'CALENDAR', 'INVOICE'])
export type MessageIcon = z.infer<typeof MessageIcon>

export const Audience = z.enum(['EVERYBODY', 'SIGNED_IN', 'STAFF', 'PRIMARY_CONTACTS'])
export type Audience = z.infer<typeof Audience>

/** A message shown once per session. `messageDesc` is its title, `content` plain text. */
export const SiteMessage = z.object({
  id: z.string(),
  messageType: z.enum(['GLOBAL', 'INVOICE', 'SUBSCRIPTION']),
  messageDesc: z.string(),
  content: z.string(),
  icon: MessageIcon,
})
export type SiteMessage = z.infer<typeof SiteMessage>

const written = {
  messageType: MessageType,
  /** '' for a banner. */
  messageDesc: z.string(),
  content: z.string(),
  icon: MessageIcon,
  audience: Audience,
  startDate: z.string(),
  /** Null: until someone ends it. */
  endDate: z.string().nullable(),
}

/** A message as the desk sees it. */
export const DeskMessage = z.object({
  id: z.string(),
  ...written,
  /** The only customers who see it; empty: its whole audience. */
  customers: z.array(z.object({ customerNo: z.string(), name: z.string() })),
  changedDate: z.string(),
  /** '' for the built-in messages. */
  changedBy: z.string(),
})
export type DeskMessage = z.infer<typeof DeskMessage>

/** A message to store. rules.ts has the further rules, shared by form and server. */
export const MessageDraft = z.strictObject({ ...written, customerNos: z.array(z.string().max(100)).max(500) })
export type MessageDraft = z.infer<typeof MessageDraft>

const one = z.strictObject({ id: z.string().max(100) })
const reply = z.object({ response: DeskMessage })

export const messagesApi = {
  activeMessages: get('/rest/sitemessages/active', {
    who: 'visitor',
    summary: 'The caller’s current messages, newest first; only a school’s staff get reminders',
    reply: z.object({ msgData: z.array(SiteMessage) }),
  }),
  banner: get('/rest/sitemessages/banner/isActive', {
    who: 'visitor',
    summary: 'The current banners, one line per paragraph',
    reply: z.object({ response: z.object({ active: z.boolean(), content: z.string() }) }),
  }),
  deskMessages: get('/rest/desk/messages', {
    who: 'desk',
    summary: 'All messages and banners: current, planned and ended',
    reply: z.object({ response: z.array(DeskMessage) }),
  }),
  writeMessage: post('/rest/desk/messages', {
    who: 'desk',
    summary: 'Write a message or a banner',
    input: MessageDraft,
    reply,
  }),
  changeMessage: post('/rest/desk/messages/:id', {
    who: 'desk',
    summary: 'Change a message; people who have seen it in this session don’t see it again',
    input: MessageDraft.extend(one.shape),
    reply,
  }),
  endMessage: post('/rest/desk/messages/:id/end', {
    who: 'desk',
    summary: 'End a message now; an ended one doesn’t change',
    input: one,
    reply,
  }),
  removeMessage: post('/rest/desk/messages/:id/remove', {
    who: 'desk',
    summary: 'Remove a message permanently',
    input: one,
    reply: z.object({ response: z.object({ id: z.string() }) }),
  }),
}

export const messageProblem = problems({
  message_not_found: [404, 'We couldn’t find this message.'],
  message_incomplete: [400, 'Please complete the message.'],
})
