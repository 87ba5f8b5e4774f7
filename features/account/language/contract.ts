import { z } from 'zod'
import { get, post } from '#kit/contract.ts'
import { languages } from '#kit/messages.ts'

export const Language = z.enum(languages)
/** Null: not chosen. */
const schoolReply = z.object({ response: z.object({ language: Language.nullable() }) })

export const languageApi = {
  chooseLanguage: post('/rest/user/language', {
    who: 'visitor',
    withoutFactor: 'always',
    summary: 'Choose the portal’s language: for this browser and, if signed in, for the caller’s account',
    input: z.strictObject({ language: Language }),
    reply: z.object({ response: z.object({ language: Language }) }),
  }),
  schoolLanguage: get('/rest/customer/current/language', {
    who: 'staff',
    summary: 'The language of everyone at the school who hasn’t chosen one; null if the school hasn’t either',
    reply: schoolReply,
  }),
  chooseSchoolLanguage: post('/rest/customer/current/language', {
    who: 'organisation-admin',
    summary: 'Choose the language of everyone at the school who hasn’t chosen one, from their next sign-in',
    input: z.strictObject({ language: Language.nullable() }),
    reply: schoolReply,
  }),
}
