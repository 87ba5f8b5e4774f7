import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { S3Settings } from '#adapters/files/s3-client.ts'
import type { PaymentSettings } from '#adapters/payments/payments.ts'
import { isLoopback } from '#kit/server/loopback.ts'

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
/** Addresses of the nodes of one cluster. */
const cluster = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine(
    (urls) => urls.every((url) => /^https?:\/\//.test(url) && URL.canParse(url) && !/[?#]/.test(url)),
    'must be one or more addresses that start with http:// or https://, with commas between',
  )
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

const fileStore = address('http:', 'https:').refine((text) => !/[?#@]/.test(text), {
  error: 'must be an address without name, query or fragment',
})

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
  DATABASE_POOL: withDefault(wholeNumber(1, 500), '10').describe(
    'Connections to PostgreSQL that a process opens at most; one more listens for jobs',
  ),
  DATABASE_TIMEOUT: withDefault(wholeNumber(1, 3600), '30').describe(
    'Seconds after which PostgreSQL gives a statement up',
  ),
  S3_ENDPOINT: optional(fileStore).describe(
    'Address of an S3-compatible file store; default Amazon’s, where S3_BUCKET is set',
  ),
  S3_BUCKET: optional(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket, as in school-catalogue' }),
  ).describe('Bucket that keeps the files; default a folder of DATA_DIR'),
  S3_REGION: withDefault(
    z.string().regex(/^[a-z0-9-]{1,40}$/, { error: 'must be the name of a region, as in us-east-1' }),
    'us-east-1',
  ).describe('Region of the bucket'),
  S3_ACCESS_KEY_ID: optional(z.string()).describe(
    'Key of the file store; without it the machine’s own role at Amazon’s',
  ),
  S3_SECRET_ACCESS_KEY: optional(z.string()).describe('Secret of that key'),
  S3_PREFIX: withDefault(
    z.string().regex(/^(?:[A-Za-z0-9][A-Za-z0-9._/-]{0,199})?$/, {
      error: 'must be letters, digits, dots, hyphens and slashes, as in portal/',
    }),
    '',
  ).describe('What every key in the bucket begins with, as in portal/'),
  OPENSEARCH_URL: optional(cluster).describe(
    'OpenSearch 2 or 3 for catalogue and authority files: addresses of one cluster with commas between; default embedded',
  ),
  OPENSEARCH_PREFIX: withDefault(
    z.string().regex(/^[a-z0-9][a-z0-9_-]{0,60}$/, 'must be small letters, digits, - and _, as in school-catalogue'),
    'school-catalogue',
  ).describe('What the names of our indices begin with'),
  OIDC_ISSUER: optional(address('http:', 'https:')).describe('Outside OpenID Connect issuer; default bundled'),
  OIDC_CLIENT_ID: optional(z.string()).describe('Our client id at the outside issuer'),
  OIDC_CLIENT_SECRET: optional(z.string()).describe('Our client secret at the outside issuer'),
  SMTP_URL: optional(address('smtp:', 'smtps:')).describe(
    'Mail server, as in smtps://name:password@mail.example.org; with smtp:// a name and a password go to another machine by STARTTLS only; default a folder of DATA_DIR',
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
  METRICS_PORT: optional(wholeNumber(0, 65_535)).describe(
    'Port of its own, at HOST, for /metrics and /health of a portal or worker; default the portal’s PORT, of a worker none',
  ),
  TRACES_URL: optional(address('http:', 'https:')).describe(
    'Collector that takes OpenTelemetry traces (OTLP over HTTP), as in http://localhost:4318; default off',
  ),
  TRACES_SAMPLE: withDefault(
    z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, { error: 'must be a number from 0 to 1, as in 0.1' })
      .transform(Number),
    '1',
  ).describe('Share of the traces that is kept'),
  AUDIT_DAYS: withDefault(wholeNumber(1, 36_500), '2555').describe(
    'Days for which the audit log is kept; 2555 are seven years',
  ),
  LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    }),
    'info',
  ).describe('Least level of log lines'),
})

/** Of each setting its name, what it is for, and what holds without it, where that is a plain value. */
export const settings = Object.entries(Variables.shape).map(([name, type]) => ({
  name,
  about: type.description ?? '',
  value: type.parse(undefined) as string | number | undefined,
}))

export type Env = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  demo: boolean
  databaseUrl: string | undefined
  databasePool: { connections: number; statementSeconds: number }
  /** Undefined: files lie in DATA_DIR. */
  s3: S3Settings | undefined
  /** Undefined: the embedded engine, in DATA_DIR. Addresses may hold a name and a password. */
  openSearch: { urls: string[]; prefix: string } | undefined
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
  /** Undefined: `/metrics` is at `port`. */
  metricsPort: number | undefined
  /** Undefined: no traces. */
  traces: { url: string; sample: number } | undefined
  auditDays: number
  logLevel: z.output<typeof Variables>['LOG_LEVEL']
}

/** A setting that stops the start; the message is one line that names it. */
export class BadSetting extends Error {}

/** Names the setting as it was given, but for a password in it. */
export function badSetting(name: string, value: string | undefined, reason: string): BadSetting {
  const shown = /SECRET|PASSWORD/.test(name) ? '…' : (value ?? '').replace(/(\/\/[^/?#@]*?):[^/?#]*@/g, '$1:…@')
  return new BadSetting(`${name}=${shown}: ${reason}`)
}

/** npm runs a script in a shell of its own, which stands between it and us. */
export const startedByNpm = () => process.env.npm_lifecycle_event !== undefined

/** Whoever asked sudo to run this program. */
export const askedBySudo = () => process.env.SUDO_USER

/** For a program that we start ourselves: our own variables and these. */
export const variablesWith = (more: Record<string, string>) => ({ ...process.env, ...more })

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
    openSearch: given.OPENSEARCH_URL && { urls: given.OPENSEARCH_URL, prefix: given.OPENSEARCH_PREFIX },
    databasePool: { connections: given.DATABASE_POOL, statementSeconds: given.DATABASE_TIMEOUT },
    s3: fileStoreOf(given),
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
    metricsPort: given.METRICS_PORT,
    traces: given.TRACES_URL === undefined ? undefined : { url: given.TRACES_URL, sample: given.TRACES_SAMPLE },
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    auditDays: given.AUDIT_DAYS,
    logLevel: given.LOG_LEVEL,
  }
}

function fileStoreOf(given: z.output<typeof Variables>): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = given
  const all = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  if (Object.values(all).every((value) => value === undefined)) return undefined
  // At Amazon a machine has a role; elsewhere only keys let us in.
  const withKeys = S3_ENDPOINT ?? S3_ACCESS_KEY_ID ?? S3_SECRET_ACCESS_KEY
  const needed = withKeys
    ? (['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    : (['S3_BUCKET'] as const)
  const absent = needed.find((name) => given[name] === undefined)
  if (absent) throw new BadSetting(`${absent} is missing: the file store needs ${needed.join(', ')}`)
  return {
    endpoint: S3_ENDPOINT && withoutSlash(S3_ENDPOINT),
    bucket: S3_BUCKET!,
    region: given.S3_REGION,
    keys:
      S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
        : undefined,
    prefix: given.S3_PREFIX,
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
