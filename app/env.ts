import { join, resolve } from 'node:path'
import type { S3Settings } from '#adapters/files/s3-client.ts'
import type { PaymentSettings } from '#adapters/payments/payments.ts'
import type { Zone } from '#kit/day.ts'
import { isLoopback } from '#kit/server/loopback.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { isEverything, isWideNetwork } from './setting-forms.ts'
import { type Given, Variables } from './settings.ts'

/** Requests and searches a minute, downloads and mails an hour, MB of storage; 0: no limit. */
export type Limits = Given['CLIENT_LIMITS']

export type Env = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  /** File with the key that encrypts secrets in the database. */
  secretKeyFile: string
  demo: boolean
  /** Only this machine reaches the portal: it listens and is called on a loopback name, and has no proxy. */
  thisMachineOnly: boolean
  /** Mails in the outbox can be read at /dev/outbox, on this machine. */
  outboxPages: boolean
  /** Webhooks may lead to this machine and to private networks. */
  webhooksInside: boolean
  /** Sentences above every page of a portal that others reach: which sandbox features are on. */
  tryingNotice: string[]
  databaseUrl: string | undefined
  databasePool: { connections: number; statementSeconds: number }
  /** Undefined: files are in DATA_DIR. */
  s3: S3Settings | undefined
  /** Undefined: the embedded engine, in DATA_DIR. Addresses may contain a name and a password. */
  openSearch: { urls: string[]; prefix: string } | undefined
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined
  /** For people who grant access to others; false if an external issuer signs people in. */
  requireSecondFactor: boolean
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string
  cmsUrl: string | undefined
  providerName: string
  /** Text below the name on papers: address and business number, line by line; empty if unset. */
  letterhead: string[]
  paymentInstructions: string | undefined
  /** IANA name of the provider's time zone. */
  timeZone: Zone
  searchResultsPerPage: number
  /** Undefined if no key is set. Addresses have no trailing slash. */
  libraryThing: { key: string; api: string; covers: string } | undefined
  syndetics: { client: string; base: string } | undefined
  /** Undefined: self-hosted ALTCHA. */
  recaptcha: { siteKey: string; secret: string; base: string } | undefined
  /** Undefined: no scanner, only EICAR is recognised. */
  clamd: { path: string } | { host: string; port: number } | undefined
  payments: PaymentSettings
  trustedProxies: string[]
  /** Undefined: no Z39.50. `tls`: files in PEM. `isOptional`: the portal starts without it if the port is taken. */
  z3950:
    | { port: number; isOptional: boolean; database: string; tls: { cert: string; key: string } | undefined }
    | undefined
  /** Visitors may harvest Dublin Core. */
  oaiOpen: boolean
  /** Strangers see a reduced record at /record/…. */
  openRecords: boolean
  /** Search engines may read the pages of records. */
  searchEngines: boolean
  /** Folder with the nightly rosters of schools. */
  rosterDir: string | undefined
  /** Undefined: `/metrics` is at `port`, with the token, or without one if only this machine reaches it. */
  metricsPort: number | undefined
  metricsToken: string | undefined
  /** Undefined: no traces. */
  traces: { url: string; sample: number } | undefined
  /** Public age keys that backups are encrypted for, as in age1…; none: backups are not encrypted. */
  backupRecipients: string[]
  /** For example mailto:security@example.org or https://…; undefined: no security.txt. */
  securityContact: string | undefined
  /** Rate limits; 0: no limit. */
  limits: { client: Limits; school: Limits }
  auditDays: number
  /** Undefined: the audit log is in the database only. */
  auditShipTo: string | undefined
  logLevel: Given['LOG_LEVEL']
}

/** A setting that prevents the start; the message is one line that names it. */
export class BadSetting extends Error {}

/** Shows the setting as given, except for a password in it. */
export function badSetting(name: string, value: string | undefined, reason: string): BadSetting {
  const displayed = /SECRET(?!_KEY_FILE)|PASSWORD|TOKEN/.test(name)
    ? '…'
    : (value ?? '').replace(/(\/\/[^/?#@]*?):[^/?#]*@/g, '$1:…@')
  return new BadSetting(`${name}=${displayed}: ${reason}`)
}

/** npm runs a script in a shell, which becomes our parent. */
export const startedByNpm = () => process.env.npm_lifecycle_event !== undefined

/** Path of the npm that runs this script; undefined if none does. */
export const npmProgram = () => process.env.npm_execpath

/** The user who started this program with sudo. */
export const sudoUser = (variables: Record<string, string | undefined>) => variables.SUDO_USER

/** The environment of a child process: our own variables and these. */
export const variablesWith = (more: Record<string, string>) => ({ ...process.env, ...more })

export function readEnv(variables: Record<string, string | undefined> = process.env): Env {
  const parsed = Variables.safeParse(variables)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const name = String(issue.path[0])
    throw badSetting(name, variables[name], issue.message)
  }
  const given = parsed.data
  const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = oidcNames.find((name) => given[name] === undefined)
  if (missing && oidcNames.some((name) => given[name] !== undefined))
    throw new BadSetting(`${missing} is missing: an outside issuer needs ${oidcNames.join(', ')}`)
  if ((given.RECAPTCHA_SITE_KEY === undefined) !== (given.RECAPTCHA_SECRET === undefined)) {
    const absent = given.RECAPTCHA_SECRET === undefined ? 'RECAPTCHA_SECRET' : 'RECAPTCHA_SITE_KEY'
    throw new BadSetting(`${absent} is missing: reCAPTCHA needs RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET`)
  }
  const publicUrl = new URL(given.PUBLIC_URL ?? `http://localhost:${given.PORT}`)
  const trustedProxies = given.TRUSTED_PROXIES ?? []
  // All three: behind a proxy HOST is loopback too, and PUBLIC_URL defaults to this machine.
  const thisMachineOnly = isLoopback(given.HOST) && isLoopback(publicUrl.hostname) && trustedProxies.length === 0
  const wide = trustedProxies.find(isEverything) ?? trustedProxies.find(isWideNetwork)
  if (wide && (isEverything(wide) || !(isLoopback(given.HOST) && isLoopback(publicUrl.hostname))))
    throw badSetting('TRUSTED_PROXIES', wide, 'includes strangers; name the proxies, or the network they are in')
  const demo = given.DEMO ?? thisMachineOnly
  const outboxPages = given.DEV_OUTBOX ?? (demo && thisMachineOnly)
  const payments = paymentsOf(given, thisMachineOnly)
  const mailFrom = given.MAIL_FROM ?? `portal@${publicUrl.hostname}`
  return {
    port: given.PORT,
    // Fastify opens a second server for the name, which our limits of connections and pauses would not reach.
    host: given.HOST.toLowerCase() === 'localhost' ? '127.0.0.1' : given.HOST,
    publicUrl: publicUrl.origin,
    dataDir: resolve(given.DATA_DIR),
    secretKeyFile: resolve(given.SECRET_KEY_FILE ?? join(given.DATA_DIR, 'secret-key')),
    demo,
    thisMachineOnly,
    outboxPages,
    webhooksInside: given.WEBHOOKS_INSIDE ?? thisMachineOnly,
    tryingNotice: thisMachineOnly
      ? []
      : [
          ...(demo ? [notices.demo] : []),
          ...(payments.kind === 'sandbox' ? [notices.cardSandbox] : []),
          ...(outboxPages ? [notices.outboxPages] : []),
        ],
    databaseUrl: given.DATABASE_URL,
    openSearch: given.OPENSEARCH_URL && { urls: given.OPENSEARCH_URL, prefix: given.OPENSEARCH_PREFIX },
    databasePool: { connections: given.DATABASE_POOL, statementSeconds: given.DATABASE_TIMEOUT },
    s3: fileStoreOf(given),
    oidc: missing
      ? undefined
      : { issuer: given.OIDC_ISSUER!, clientId: given.OIDC_CLIENT_ID!, clientSecret: given.OIDC_CLIENT_SECRET! },
    requireSecondFactor: missing !== undefined && (given.REQUIRE_SECOND_FACTOR ?? publicUrl.protocol === 'https:'),
    smtpUrl: given.SMTP_URL,
    mailFrom,
    supportEmail: given.SUPPORT_EMAIL ?? mailFrom,
    cmsUrl: given.CMS_URL?.replace(/\/$/, ''),
    providerName: given.PROVIDER_NAME,
    letterhead: [...(given.PROVIDER_ADDRESS ?? '').split('|'), given.PROVIDER_TAX_NUMBER ?? '']
      .map((line) => line.trim())
      .filter(Boolean),
    paymentInstructions: given.PAYMENT_INSTRUCTIONS,
    timeZone: given.TIME_ZONE,
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
    payments,
    oaiOpen: given.OAI_OPEN,
    openRecords: given.OPEN_RECORDS,
    searchEngines: given.OPEN_RECORDS && given.SEARCH_ENGINES,
    z3950: z3950Of(given, demo),
    rosterDir: given.ROSTER_DIR && resolve(given.ROSTER_DIR),
    metricsPort: given.METRICS_PORT,
    metricsToken: given.METRICS_TOKEN,
    traces: given.TRACES_URL === undefined ? undefined : { url: given.TRACES_URL, sample: given.TRACES_SAMPLE },
    trustedProxies,
    backupRecipients: given.BACKUP_RECIPIENTS ?? [],
    securityContact: given.SECURITY_CONTACT,
    limits: { client: given.CLIENT_LIMITS, school: given.SCHOOL_LIMITS },
    auditDays: given.AUDIT_DAYS,
    auditShipTo: given.AUDIT_SHIP_TO,
    logLevel: given.LOG_LEVEL,
  }
}

const notices = {
  demo: 'This is a demonstration: anyone can sign in with its published demo accounts. Don’t enter real data.',
  cardSandbox: 'Card payments are tests: no money moves.',
  outboxPages: 'Emails, with their sign-in links, can be read on the server at /dev/outbox.',
}

/** The program's own settings; prints a warning for variables that nearly match a setting's name. */
export function readOwnEnv(variables: Record<string, string | undefined> = process.env, warn = toScreen): Env {
  for (const line of misspeltSettings(variables)) warn(line)
  return readEnv(variables)
}

const toScreen = (line: string): unknown => process.stderr.write(`${line}\n`)

function fileStoreOf(given: Given): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = given
  const all = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  if (Object.values(all).every((value) => value === undefined)) return undefined
  // On Amazon a machine has a role; elsewhere keys are required.
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

function paymentsOf(given: Given, thisMachineOnly: boolean): PaymentSettings {
  const { SECUREPAY_MERCHANT: merchant, SECUREPAY_PASSWORD: password, SECUREPAY_FINGERPRINT: fingerprint } = given
  if ((merchant === undefined) !== (password === undefined)) {
    const absent = password === undefined ? 'SECUREPAY_PASSWORD' : 'SECUREPAY_MERCHANT'
    throw new BadSetting(`${absent} is missing: card payment needs SECUREPAY_MERCHANT, SECUREPAY_PASSWORD`)
  }
  if (merchant !== undefined && given.PAYMENT_SANDBOX)
    throw badSetting('PAYMENT_SANDBOX', 'true', 'cannot be used with SECUREPAY_MERCHANT')
  if (merchant !== undefined && password !== undefined)
    return { kind: 'securepay', page: given.SECUREPAY_URL ?? liveCardPage, merchant, password, fingerprint }
  return (given.PAYMENT_SANDBOX ?? thisMachineOnly) ? { kind: 'sandbox', fingerprint } : { kind: 'off' }
}

const liveCardPage = 'https://payment.securepay.com.au/live/v2/invoice'

const withoutSlash = (text: string) => text.replace(/\/+$/, '')

const demoZ3950Port = 2100

function z3950Of(
  { Z3950_PORT: given, Z3950_DATABASE: database, Z3950_TLS_CERT: cert, Z3950_TLS_KEY: key }: Given,
  demo: boolean,
): Env['z3950'] {
  if ((cert === undefined) !== (key === undefined))
    throw new BadSetting(`${cert === undefined ? 'Z3950_TLS_CERT' : 'Z3950_TLS_KEY'} is missing: TLS needs both`)
  const port = given ?? (demo ? demoZ3950Port : undefined)
  const tls = cert && key ? { cert, key } : undefined
  return port === undefined ? undefined : { port, isOptional: given === undefined, database, tls }
}
