import { z } from 'zod'
import { get, post } from '#kit/contract.ts'
import { isZone } from '#kit/day.ts'

const zone = z.string().max(60).refine(isZone, 'Please choose a time zone.')
const reply = z.object({
  response: z.object({
    /** Null: not chosen. */
    timeZone: z.string().nullable(),
    /** Zone of the school's address, used until another is chosen. */
    usual: z.string(),
  }),
})

export const timeZoneApi = {
  schoolTimeZone: get('/rest/customer/current/timeZone', {
    who: 'staff',
    summary:
      'The school’s time zone, for dates and times it sees and for names of files; by default that of its address',
    reply,
  }),
  chooseTimeZone: post('/rest/customer/current/timeZone', {
    who: 'organisation-admin',
    summary: 'Choose the school’s time zone by its IANA name; null for that of its address',
    input: z.strictObject({ timeZone: zone.nullable() }),
    reply,
  }),
}
