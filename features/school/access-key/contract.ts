import { z } from 'zod'
import { get, post } from '#kit/contract.ts'

/** A customer's API user, without the key itself. */
export const AccessKey = z.object({
  apiUser: z.object({ id: z.string() }),
  /** The key's last four characters; null when there is none. */
  accessKey: z.string().nullable(),
  madeDate: z.string().nullable(),
  /** '' when there is no key. The key acts for this person: it works as long as they may sign in. */
  madeBy: z.string(),
  usedDate: z.string().nullable(),
})
export type AccessKey = z.infer<typeof AccessKey>

export const accessKeyApi = {
  accessKey: get('/rest/customer/current/accessKey', {
    who: 'primary-contact',
    summary: 'The API user of the caller’s own customer, and by what its access key is known',
    reply: z.object({ response: AccessKey }),
  }),
  renewAccessKey: post('/rest/customer/current/accessKey', {
    who: 'primary-contact',
    freshProof: 'always',
    summary: 'A new access key, told this once; the former one stops working',
    reply: z.object({ response: AccessKey.extend({ newAccessKey: z.string() }) }),
  }),
  withdrawAccessKey: post('/rest/customer/current/accessKey/withdraw', {
    who: 'primary-contact',
    summary: 'The access key stops working; there is none until another is made',
    reply: z.object({ response: AccessKey }),
  }),
}
