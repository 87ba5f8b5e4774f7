import { z } from 'zod'
import { get, pictureTypes, post } from '#kit/contract.ts'
import { Attachment, id, pictureBodies, SentFile } from '../contract.ts'
import { maxFiles } from '../rules.ts'

/** `thumbnail`: at most 320 px wide and high, as WebP. */
const size = z.enum(['whole', 'thumbnail']).default('whole')

export const attachmentsApi = {
  scanFiles: post('/rest/cataloguerequests/scanfiles', {
    who: 'staff',
    summary: 'Scan and re-encode pictures, and keep them until a request refers to them by id',
    input: z.strictObject({ files: z.array(SentFile).min(1).max(maxFiles) }),
    reply: z.object({
      /** 4003 if a virus was found; clean files were accepted anyway. */
      responseCode: z.literal([200, 4003]).optional(),
      messages: z.array(z.string()).optional(),
      response: z.object({
        files: z.array(
          z.object({
            filename: z.string(),
            accepted: z.boolean(),
            reason: z.string().optional(),
            /** An accepted file's id, for use in a request. */
            file: Attachment.optional(),
          }),
        ),
      }),
    }),
    bodyLimit: pictureBodies,
  }),
  attachment: get('/rest/cataloguerequests/files/:fileId', {
    who: 'staff',
    summary: 'One of the school’s pictures',
    input: z.strictObject({ fileId: id, size }),
    answers: 'picture',
    mediaTypes: pictureTypes,
  }),
  deskAttachment: get('/rest/desk/cataloguing/files/:fileId', {
    who: 'desk',
    summary: 'A picture of a submitted item',
    input: z.strictObject({ fileId: id, size }),
    answers: 'picture',
    mediaTypes: pictureTypes,
  }),
}
