import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'
import { FolderItem, maxFolderItems } from '../contract.ts'

const BibIds = z.array(z.string().min(1).max(512)).max(maxFolderItems)

/** The person whose page it is: a page left open by someone else must not read or change the caller’s folder. */
const userId = z.string().max(200)

/** Temporary folders that their owners keep in their account, to continue with on any device. */
export const keptFolderApi = {
  keptFolder: get('/rest/temp/folder/kept', {
    who: 'staff',
    summary: 'The caller’s temporary folder, if they keep it in their account',
    input: z.strictObject({ userId }),
    reply: z.object({
      /** Whether the caller keeps it: the default is no. */
      kept: z.boolean(),
      response: z.array(FolderItem),
    }),
  }),
  keepFolder: post('/rest/temp/folder/keep', {
    who: 'staff',
    summary: 'Start or stop keeping the caller’s temporary folder; stopping deletes what is kept',
    input: z.strictObject({ userId, keep: z.boolean() }),
    reply: z.object({ kept: z.boolean() }),
  }),
  changeKeptFolder: post('/rest/temp/folder/kept/change', {
    who: 'staff',
    summary: 'Remove and add records; without a kept folder nothing changes',
    input: z.strictObject({ userId, add: BibIds, remove: BibIds }),
    reply: z.object({
      kept: z.boolean(),
      recordLength: z.number().int(),
      /** Records to add that are not in the catalogue. */
      leftOut: z.array(z.string()),
    }),
  }),
}

export const keptFolderProblem = problems({
  other_person: [409, 'Someone else has signed in. Please reload the page.'],
})
