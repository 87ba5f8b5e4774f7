import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'
import { Choice, Content, maxIdentities, RequestName, RequestStatus, UnmatchedReason } from '../contract.ts'

/** How a program hears that its file is ready. It can always ask by `fileRequest`. */
export const Notify = z.enum(['none', 'email', 'webhook'])
export type Notify = z.infer<typeof Notify>

/** A request for files, as programs see it. */
export const FileRequest = z.object({
  id: z.string(),
  name: z.string(),
  /** SCHEDULED: still being made, later than usual. */
  status: RequestStatus,
  createdDate: z.string(),
  /** Matched records. */
  records: z.number().int(),
  notFound: z.array(z.object({ identifier: z.string(), reason: UnmatchedReason })),
  /** Identifiers of several records, for a person to choose; the file is made without them. */
  choices: z.array(Choice),
  /** Addresses of the files once there are any; `all` is data and covers in one. */
  files: z.object({ all: z.string(), data: z.string().optional(), covers: z.string().optional() }).nullable(),
  messages: z.array(z.string()),
})
export type FileRequest = z.infer<typeof FileRequest>

export const programsApi = {
  requestFiles: post('/rest/requests', {
    who: 'staff',
    forKeys: 'requests',
    status: 202,
    summary: `Request a file of records by identifiers, at most ${maxIdentities}; Location has its address`,
    input: z.strictObject({
      identifiers: z.array(z.string().max(512)).min(1).max(maxIdentities),
      name: RequestName.optional(),
      content: Content.optional(),
      notify: Notify.default('none'),
      /** Or as the header `Idempotency-Key`: repeating a call with the same key makes no second request. */
      idempotencyKey: z.string().min(1).max(200).optional(),
    }),
    reply: z.object({ response: FileRequest }),
    takes: { 'Idempotency-Key': 'A repeated call with the same key doesn’t make a second request' },
    sends: { Location: 'The address of the request', 'Retry-After': 'Seconds to wait before asking again' },
    refuses: [422],
    bodyLimit: 2 * 1024 * 1024,
  }),
  fileRequest: get('/rest/requests/:requestId', {
    who: 'staff',
    forKeys: 'any',
    summary: 'A request for files; Retry-After says when to ask again while it is being made',
    input: z.strictObject({ requestId: z.string() }),
    reply: z.object({ response: FileRequest }),
    sends: { 'Retry-After': 'While the file is being made: seconds to wait before asking again' },
  }),
}

export const programsProblem = problems({
  idempotency_key_used: [422, 'This idempotency key belongs to a request for other identifiers.'],
})
