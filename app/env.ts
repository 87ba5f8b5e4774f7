import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { PaymentSettings } from '#adapters/payments/payments.ts'

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(type: T) => z.preprocess(blankIsUnset, type.optional())
const withDefault = <T extends z.ZodType>(type: T, value: string) =>
  z.preprocess((given) => blankIsUnset(given) ?? value, type)

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`)
const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true')
const address = (...schemes: string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${schemes.map((s) => `${s}//`).join(' or ')}`,
    abort: true,
  })
const origin = address('http:', 'https:').refine((text) => new URL(text).pathname === '/' && !/[?#@]/.test(text), {
  error: 'must be scheme, host and port only, as in https://catalogue.example.org',
})
const mailAddress = z.string().regex(/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/, {
  error: 'must be one e-mail address, as in catalogue@example.org',
})
const proxies = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine(
    (list) => list.every(isProxy),
    'must be addresses or networks with commas between, as in 10.0.0.1, 10.1.0.0/16',
  )
const isProxy = (text: string) => {
  const [host = '', bits] = text.split('/')
  const version = isIP(host)
  return version > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
}
/** A path, or a host with its port. */
const clamd = z
  .string()
  .refine((text) => /^\/[^\0]+$|^[A-Za-z0-9.-]+:\d{1,5}$|^\[[0-9A-Fa-f:.]+\]:\d{1,5}$/.test(text), {
    error: 'must be the path of a socket, or host and port, as in /run/clamav/clamd.ctl or 127.0.0.1:3310',
    abort: true,
  })
  .transform((text) => {
    const [, host, port] = /^\[?([^/\]]+)\]?:(\d+)$/.exec(text) ?? []
    return host === undefined ? { path: text } : { host, port: Number(port) }
  })
  .refine((at) => at.port === undefined || (at.port > 0 && at.port <= 65_535), 'must have a port from 1 to 65535')

const cardPage = address('http:', 'https:')
  .refine((text) => new URL(text).protocol === 'https:' || isLoopback(new URL(text).hostname), {
    error: 'must start with https://; only a page on this machine may do without',
    abort: true,
  })
  .refine((text) => !/[?#@]/.test(text), { error: 'must be an address without name, query or fragment' })

/** Every setting that the program reads from its environment: name, form, default and what it is for. */
const Variables = z.object({
  PORT: withDefault(wholeNumber(0, 65_535), '8080').describe('Port of the web server'),
  HOST: withDefault(z.string(), '127.0.0.1').describe('Address that the web server binds'),
  PUBLIC_URL: optional(origin).describe('Address that people use; default http://localhost:PORT'),
  DATA_DIR: withDefault(z.string(), './data').describe('Folder of everything that is kept'),
  DEMO: optional(flag).describe('Load and allow the demo world; default true on a loopback HOST only'),
  DATABASE_URL: optional(address('postgres:', 'postgresql:')).describe('PostgreSQL 15 or newer; default embedded'),
  OIDC_ISSUER: optional(address('http:', 'https:')).describe('Outside OpenID Connect issuer; default bundled'),
  OIDC_CLIENT_ID: optional(z.string()).describe('Our client id at the outside issuer'),
  OIDC_CLIENT_SECRET: optional(z.string()).describe('Our client secret at the outside issuer'),
  SMTP_URL: optional(address('smtp:', 'smtps:')).describe(
    'Mail server, as in smtps://name:password@mail.example.org; default a folder of DATA_DIR',
  ),
  MAIL_FROM: optional(mailAddress).describe('Address that mails come from; default portal@ and the host of PUBLIC_URL'),
  SUPPORT_EMAIL: optional(mailAddress).describe('Where people write who cannot go on; default MAIL_FROM'),
  CMS_URL: optional(address('http:', 'https:')).describe('Content site with shop and cart; default bundled under /cms'),
  PROVIDER_NAME: withDefault(z.string().trim().min(1).max(60), 'SCIS').describe(
    'Name that stands for SCIS in sentences',
  ),
  PROVIDER_ADDRESS: optional(z.string().trim().max(300)).describe(
    'Postal address on invoices, quotes and receipts, its lines parted by |',
  ),
  PROVIDER_TAX_NUMBER: optional(z.string().trim().max(60)).describe(
    'Business number on them, as in ABN 12 345 678 901: an Australian tax invoice needs it',
  ),
  PAYMENT_INSTRUCTIONS: optional(z.string().trim().max(300)).describe(
    'How an invoice is paid other than by card, as in the account for transfers',
  ),
  SEARCH_RESULTS_PER_PAGE: withDefault(wholeNumber(1, 100), '50').describe('Hits of a search that names no size'),
  LIBRARYTHING_KEY: optional(z.string()).describe('Developer key at LibraryThing; default off'),
  LIBRARYTHING_URL: optional(address('http:', 'https:')).describe('LibraryThing’s services and covers at one address'),
  SYNDETICS_CLIENT: optional(z.string()).describe('Client code at Syndetics; default off'),
  SYNDETICS_URL: optional(address('http:', 'https:')).describe('Syndetics’ service; default secure.syndetics.com'),
  RECAPTCHA_SITE_KEY: optional(z.string()).describe('Site key of Google reCAPTCHA (v2, box to tick); default ALTCHA'),
  RECAPTCHA_SECRET: optional(z.string()).describe('Secret key of Google reCAPTCHA'),
  RECAPTCHA_URL: optional(address('http:', 'https:')).describe('reCAPTCHA’s address; default www.google.com'),
  CLAMD_SOCKET: optional(clamd).describe(
    'Socket of clamd, as in /run/clamav/clamd.ctl or scanner.example.org:3310; default EICAR alone is recognised',
  ),
  SECUREPAY_MERCHANT: optional(
    z.string().regex(/^[A-Za-z0-9]{3,20}$/, { error: 'must be letters and digits, as in ABC0001' }),
  ).describe('Merchant at SecurePay, whose page takes the cards; default the bundled sandbox'),
  SECUREPAY_PASSWORD: optional(
    z.string().regex(/^[^|\p{Cc}]{6,100}$/u, { error: 'must be 6 to 100 characters without |' }),
  ).describe('Transaction password of that merchant'),
  SECUREPAY_URL: optional(cardPage).describe(
    'Address that the card form is sent to; default https://payment.securepay.com.au/live/v2/invoice',
  ),
  SECUREPAY_FINGERPRINT: withDefault(
    z.enum(['sha1', 'hmac-sha256'], { error: 'must be sha1 or hmac-sha256' }),
    'sha1',
  ).describe('How the merchant’s fingerprints are made'),
  PAYMENT_SANDBOX: optional(flag).describe('The bundled card page for trying; default true unless NODE_ENV=production'),
  NODE_ENV: optional(z.string()).describe('production: no sandbox of the card page unless it is asked for'),
  TRUSTED_PROXIES: optional(proxies).describe('Comma-separated addresses of reverse proxies in front of us'),
  LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    }),
    'info',
  ).describe('Least level of log lines'),
})

export type Env = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  demo: boolean
  databaseUrl: string | undefined
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string
  cmsUrl: string | undefined
  providerName: string
  /** What stands below the name on papers: address and business number, line by line; empty where not set. */
  letterhead: string[]
  paymentInstructions: string | undefined
  searchResultsPerPage: number
  /** Undefined where no key is set. Addresses are without a slash at their end. */
  libraryThing: { key: string; api: string; covers: string } | undefined
  syndetics: { client: string; base: string } | undefined
  /** Undefined: ALTCHA, by ourselves. */
  recaptcha: { siteKey: string; secret: string; base: string } | undefined
  /** Undefined: no scanner, only EICAR is recognised. */
  clamd: { path: string } | { host: string; port: number } | undefined
  payments: PaymentSettings
  trustedProxies: string[]
  logLevel: z.output<typeof Variables>['LOG_LEVEL']
}

/** A setting that stops the start; the message is one line that names it. */
export class BadSetting extends Error {}

/** Names the setting as it was given, but for a password in it. */
export function badSetting(name: string, value: string | undefined, reason: string): BadSetting {
  const shown = /SECRET|PASSWORD/.test(name) ? '…' : (value ?? '').replace(/(\/\/[^/?#@]*?):[^/?#]*@/, '$1:…@')
  return new BadSetting(`${name}=${shown}: ${reason}`)
}

/** npm runs a script in a shell of its own, which stands between it and us. */
export const startedByNpm = () => process.env.npm_lifecycle_event !== undefined

/** For a program that we start ourselves: our own variables and these. */
export const variablesWith = (more: Record<string, string>) => ({ ...process.env, ...more })

export const isLoopback = (host: string) => /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/.test(host)

export function readEnv(variables: Record<string, string | undefined> = process.env): Env {
  const parsed = Variables.safeParse(variables)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const name = String(issue.path[0])
    throw badSetting(name, variables[name], issue.message)
  }
  const given = parsed.data
  const loopback = isLoopback(given.HOST)
  const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = oidcNames.find((name) => given[name] === undefined)
  if (missing && oidcNames.some((name) => given[name] !== undefined))
    throw new BadSetting(`${missing} is missing: an outside issuer needs ${oidcNames.join(', ')}`)
  if ((given.RECAPTCHA_SITE_KEY === undefined) !== (given.RECAPTCHA_SECRET === undefined)) {
    const absent = given.RECAPTCHA_SECRET === undefined ? 'RECAPTCHA_SECRET' : 'RECAPTCHA_SITE_KEY'
    throw new BadSetting(`${absent} is missing: reCAPTCHA needs RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET`)
  }
  const publicUrl = new URL(given.PUBLIC_URL ?? `http://localhost:${given.PORT}`)
  const mailFrom = given.MAIL_FROM ?? `portal@${publicUrl.hostname}`
  return {
    port: given.PORT,
    host: given.HOST,
    publicUrl: publicUrl.origin,
    dataDir: resolve(given.DATA_DIR),
    demo: given.DEMO ?? loopback,
    databaseUrl: given.DATABASE_URL,
    oidc: missing
      ? undefined
      : { issuer: given.OIDC_ISSUER!, clientId: given.OIDC_CLIENT_ID!, clientSecret: given.OIDC_CLIENT_SECRET! },
    smtpUrl: given.SMTP_URL,
    mailFrom,
    supportEmail: given.SUPPORT_EMAIL ?? mailFrom,
    cmsUrl: given.CMS_URL?.replace(/\/$/, ''),
    providerName: given.PROVIDER_NAME,
    letterhead: [...(given.PROVIDER_ADDRESS ?? '').split('|'), given.PROVIDER_TAX_NUMBER ?? '']
      .map((line) => line.trim())
      .filter(Boolean),
    paymentInstructions: given.PAYMENT_INSTRUCTIONS,
    searchResultsPerPage: given.SEARCH_RESULTS_PER_PAGE,
    libraryThing: given.LIBRARYTHING_KEY
      ? {
          key: given.LIBRARYTHING_KEY,
          api: withoutSlash(given.LIBRARYTHING_URL ?? 'https://www.librarything.com'),
          covers: withoutSlash(given.LIBRARYTHING_URL ?? 'https://covers.librarything.com'),
        }
      : undefined,
    syndetics: given.SYNDETICS_CLIENT
      ? {
          client: given.SYNDETICS_CLIENT,
          base: withoutSlash(given.SYNDETICS_URL ?? 'https://secure.syndetics.com'),
        }
      : undefined,
    recaptcha:
      given.RECAPTCHA_SITE_KEY && given.RECAPTCHA_SECRET
        ? {
            siteKey: given.RECAPTCHA_SITE_KEY,
            secret: given.RECAPTCHA_SECRET,
            base: withoutSlash(given.RECAPTCHA_URL ?? 'https://www.google.com'),
          }
        : undefined,
    clamd: given.CLAMD_SOCKET,
    payments: paymentsOf(given),
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    logLevel: given.LOG_LEVEL,
  }
}

function paymentsOf(given: z.output<typeof Variables>): PaymentSettings {
  const { SECUREPAY_MERCHANT: merchant, SECUREPAY_PASSWORD: password, SECUREPAY_FINGERPRINT: fingerprint } = given
  if ((merchant === undefined) !== (password === undefined)) {
    const absent = password === undefined ? 'SECUREPAY_PASSWORD' : 'SECUREPAY_MERCHANT'
    throw new BadSetting(`${absent} is missing: card payment needs SECUREPAY_MERCHANT, SECUREPAY_PASSWORD`)
  }
  if (merchant !== undefined && given.PAYMENT_SANDBOX)
    throw badSetting('PAYMENT_SANDBOX', 'true', 'cannot stand beside SECUREPAY_MERCHANT')
  if (merchant !== undefined && password !== undefined)
    return { kind: 'securepay', page: given.SECUREPAY_URL ?? liveCardPage, merchant, password, fingerprint }
  const sandbox = given.PAYMENT_SANDBOX ?? given.NODE_ENV !== 'production'
  return sandbox ? { kind: 'sandbox', fingerprint } : { kind: 'off' }
}

const liveCardPage = 'https://payment.securepay.com.au/live/v2/invoice'

const withoutSlash = (text: string) => text.replace(/\/+$/, '')
