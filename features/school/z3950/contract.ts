import { z } from 'zod'
import { get, post } from '#kit/contract.ts'

/** Library systems for which settings have values; '' for none. */
export const LibrarySystemId = z.enum(['', 'accessit', 'destiny', 'koha', 'libero', 'oliver', 'other'])
export type LibrarySystemId = z.infer<typeof LibrarySystemId>

/** A school's login to the Z39.50 server, without the password. */
export const Z3950Login = z.object({
  /** The school's setting; while it is off, no one can log in. */
  enabled: z.boolean(),
  userName: z.string(),
  /** Null until the school first makes a password. */
  resetDate: z.string().nullable(),
  /** '' if there is none, or no person made it. */
  resetBy: z.string(),
  /** When the last password takes effect; the former one works until then. */
  takesEffectDate: z.string().nullable(),
  /** Whether a password works now. */
  works: z.boolean(),
  /** Host and port for library systems; null if this portal serves no Z39.50. */
  server: z.object({ host: z.string(), port: z.number().int(), tls: z.boolean(), database: z.string() }).nullable(),
  /** Addresses for programs, which sign in with the same name and password, or with the access key. */
  addresses: z.object({ sru: z.url(), oai: z.url() }),
  /** The school's choice. */
  librarySystem: LibrarySystemId,
})
export type Z3950Login = z.infer<typeof Z3950Login>

export const z3950Api = {
  z3950Settings: get('/rest/z3950settings/:customerId', {
    who: 'staff',
    summary: 'The Z39.50 login of the caller’s own customer, without its password',
    input: z.strictObject({ customerId: z.string().max(100) }),
    reply: z.object({ response: Z3950Login }),
  }),
  resetZ3950Password: post('/rest/z3950settings', {
    who: 'staff',
    freshProof: 'always',
    summary: 'A new Z39.50 password, shown only once; `token` is a solved human check for z3950-reset',
    input: z.strictObject({ token: z.string().max(8192).optional(), cust_id: z.string().max(100) }),
    reply: z.object({ response: Z3950Login.extend({ password: z.string() }) }),
  }),
  /** Beyond the specification. */
  chooseLibrarySystem: post('/rest/z3950settings/system', {
    who: 'staff',
    summary: 'Save which library system the school uses, so that everyone there sees its values',
    input: z.strictObject({ cust_id: z.string().max(100), librarySystem: LibrarySystemId }),
    reply: z.object({ response: Z3950Login }),
  }),
}
