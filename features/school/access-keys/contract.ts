import { z } from 'zod'
import { nameRule } from '#kit/bare-link.ts'
import { dayText, get, post, problems } from '#kit/contract.ts'
import { keyScopes } from '#kit/key-scopes.ts'
import { maxKeyNameLength, maxKeys } from './rules.ts'

export const KeyScope = z.enum(keyScopes)

/** Calls with a key in a month, `YYYY-MM`. */
export const KeyUse = z.object({ month: z.string(), calls: z.number().int() })

/** An access key without its secret. */
export const AccessKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The key's last four characters. */
  hint: z.string(),
  scopes: z.array(KeyScope),
  /** Scopes that ended with its maker’s role. */
  endedScopes: z.array(KeyScope),
  createdDate: z.string(),
  /** Name of the maker: the key works as long as they may sign in. */
  madeBy: z.string(),
  /** False once its maker may no longer sign in for this school. */
  makerActive: z.boolean(),
  /** The last day on which it works; null: no end. */
  expiresDate: z.string().nullable(),
  usedDate: z.string().nullable(),
  /** The last twelve months in which it was used, newest first. */
  uses: z.array(KeyUse),
})
export type AccessKey = z.infer<typeof AccessKey>

const Given = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxKeyNameLength)
    .refine(...nameRule),
  scopes: z.array(KeyScope).min(1).max(keyScopes.length),
  /** `YYYY-MM-DD`, today or later. */
  expiresDate: dayText().nullable().default(null),
})

const id = z.string().max(100)
const made = z.object({ response: AccessKey, newAccessKey: z.string() })

export const accessKeysApi = {
  accessKeys: get('/rest/customer/current/accessKeys', {
    who: 'primary-contact',
    summary: 'The API user of the caller’s school and its access keys, newest first',
    reply: z.object({ apiUser: z.object({ id: z.string() }), response: z.array(AccessKey) }),
  }),
  makeAccessKey: post('/rest/customer/current/accessKeys', {
    who: 'primary-contact',
    freshProof: 'always',
    summary: 'Create an access key; only this reply contains it',
    input: Given,
    reply: made,
  }),
  changeAccessKey: post('/rest/customer/current/accessKeys/change', {
    who: 'primary-contact',
    freshProof: 'always',
    summary: 'Change the name, scopes and expiry date of an access key',
    input: Given.extend({ id }),
    reply: z.object({ response: AccessKey }),
  }),
  renewAccessKey: post('/rest/customer/current/accessKeys/renew', {
    who: 'primary-contact',
    freshProof: 'always',
    summary: 'Replace the secret of an access key; the old one stops working',
    input: z.strictObject({ id }),
    reply: made,
  }),
  withdrawAccessKey: post('/rest/customer/current/accessKeys/withdraw', {
    who: 'primary-contact',
    summary: 'Withdraw an access key; it stops working at once',
    input: z.strictObject({ id }),
  }),
}

export const accessKeyProblem = problems({
  access_key_not_found: [404, 'We couldn’t find this access key.'],
  too_many_access_keys: [409, `A school can have ${maxKeys} access keys. Please withdraw one first.`],
  access_key_name_taken: [409, 'Another access key has this name.'],
  expires_in_past: [400, 'The last day can’t be in the past.'],
})
