import { z } from 'zod'
import { defaultZone } from '#kit/day.ts'
import {
  address,
  auditShip,
  cardPage,
  clamd,
  cluster,
  contact,
  fileStore,
  flag,
  issuer,
  limits,
  mailAddress,
  optional,
  origin,
  proxies,
  recipients,
  timeZone,
  wholeNumber,
  withDefault,
} from './setting-forms.ts'

/** Every setting read from the environment: name, format, default and description. */
export const Variables = z.object({
  PORT: withDefault(wholeNumber(0, 65_535), '8080').describe('Port of the web server'),
  HOST: withDefault(z.string(), '127.0.0.1').describe('Address the web server binds to; localhost is 127.0.0.1'),
  PUBLIC_URL: optional(origin).describe('Address people use; default http://localhost:PORT'),
  DATA_DIR: withDefault(z.string(), './data').describe('Folder for all data'),
  SECRET_KEY_FILE: optional(z.string()).describe(
    'File with the key that encrypts secrets in the database, created at the first start; default secret-key in DATA_DIR',
  ),
  DEMO: optional(flag).describe(
    'Load and allow the demo world; default true if HOST and PUBLIC_URL are loopback and no proxy is trusted',
  ),
  DEV_OUTBOX: optional(flag).describe(
    'Show the emails in DATA_DIR at /dev/outbox, on this machine only; default true with the demo world if DEMO is on by default',
  ),
  DATABASE_URL: optional(address('postgres:', 'postgresql:')).describe('PostgreSQL 15 or newer; default embedded'),
  DATABASE_POOL: withDefault(wholeNumber(1, 500), '10').describe(
    'Maximum PostgreSQL connections per process; one more listens',
  ),
  DATABASE_TIMEOUT: withDefault(wholeNumber(1, 3600), '30').describe('Seconds until PostgreSQL cancels a statement'),
  S3_ENDPOINT: optional(fileStore).describe(
    'Address of an S3-compatible file store; default Amazon’s, if S3_BUCKET is set',
  ),
  S3_BUCKET: optional(
    z.string().regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/, {
      error: 'must be the name of a bucket, for example school-catalogue',
    }),
  ).describe('Bucket for files; default a folder in DATA_DIR'),
  S3_REGION: withDefault(
    z.string().regex(/^[a-z0-9-]{1,40}$/, { error: 'must be the name of a region, for example us-east-1' }),
    'us-east-1',
  ).describe('Region of the bucket'),
  S3_ACCESS_KEY_ID: optional(z.string()).describe(
    'Key for the file store; without it, the machine’s own role at Amazon',
  ),
  S3_SECRET_ACCESS_KEY: optional(z.string()).describe('Secret for that key'),
  S3_PREFIX: withDefault(
    z.string().regex(/^(?:[A-Za-z0-9][A-Za-z0-9._/-]{0,199})?$/, {
      error: 'must be letters, digits, dots, hyphens and slashes, for example portal/',
    }),
    '',
  ).describe('Prefix of every key in the bucket, for example portal/'),
  OPENSEARCH_URL: optional(cluster).describe(
    'OpenSearch 2 or 3 for catalogue and authority files: addresses of one cluster, separated by commas; default embedded',
  ),
  OPENSEARCH_PREFIX: withDefault(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,60}$/, 'must be lower-case letters, digits, - and _, for example school-catalogue'),
    'school-catalogue',
  ).describe('Prefix of our index names'),
  OIDC_ISSUER: optional(issuer).describe('External OpenID Connect issuer; default bundled'),
  OIDC_CLIENT_ID: optional(z.string()).describe('Our client ID at the external issuer'),
  OIDC_CLIENT_SECRET: optional(z.string()).describe('Our client secret at the external issuer'),
  REQUIRE_SECOND_FACTOR: optional(flag).describe(
    'Customer team, administrators, organisation admins and primary contacts need a passkey or an authenticator app; no effect with OIDC_ISSUER; default true if PUBLIC_URL is https',
  ),
  SMTP_URL: optional(address('smtp:', 'smtps:')).describe(
    'Mail server, for example smtps://name:password@mail.example.org; with smtp://, a name and password are sent to another machine by STARTTLS only; default a folder in DATA_DIR',
  ),
  MAIL_FROM: optional(mailAddress).describe('Sender of emails; default portal@ and the host of PUBLIC_URL'),
  SUPPORT_EMAIL: optional(mailAddress).describe(
    'Address for people who need help, which gets the messages of the contact form; default MAIL_FROM',
  ),
  SECURITY_CONTACT: optional(contact).describe(
    'Email address or page for reporting security faults, shown at /.well-known/security.txt; default none',
  ),
  CMS_URL: optional(address('http:', 'https:')).describe('Content site with shop and cart; default bundled under /cms'),
  PROVIDER_NAME: withDefault(z.string().trim().min(1).max(60), 'SCIS').describe(
    'Name used instead of SCIS in sentences',
  ),
  PROVIDER_ADDRESS: optional(z.string().trim().max(300)).describe(
    'Postal address on invoices, quotes and receipts, with lines separated by |',
  ),
  PROVIDER_TAX_NUMBER: optional(z.string().trim().max(60)).describe(
    'Business number on invoices, quotes and receipts, for example ABN 12 345 678 901; required for Australian tax invoices',
  ),
  PAYMENT_INSTRUCTIONS: optional(z.string().trim().max(300)).describe(
    'How to pay an invoice other than by card, for example the account for transfers',
  ),
  TIME_ZONE: withDefault(timeZone, defaultZone).describe(
    'IANA name of the provider’s time zone, for dates of invoices, prices and subscriptions, and for nightly jobs',
  ),
  SEARCH_RESULTS_PER_PAGE: withDefault(wholeNumber(1, 100), '50').describe('Results per search if no size is given'),
  LIBRARYTHING_KEY: optional(z.string()).describe('Developer key at LibraryThing; default off'),
  LIBRARYTHING_URL: optional(address('http:', 'https:')).describe('LibraryThing’s services and covers at one address'),
  SYNDETICS_CLIENT: optional(z.string()).describe('Client code at Syndetics; default off'),
  SYNDETICS_URL: optional(address('http:', 'https:')).describe('Syndetics’ service; default secure.syndetics.com'),
  RECAPTCHA_SITE_KEY: optional(z.string()).describe('Site key of Google reCAPTCHA (v2, tick box); default ALTCHA'),
  RECAPTCHA_SECRET: optional(z.string()).describe('Secret key of Google reCAPTCHA'),
  RECAPTCHA_URL: optional(address('http:', 'https:')).describe('reCAPTCHA’s address; default www.google.com'),
  CLAMD_SOCKET: optional(clamd).describe(
    'Socket of clamd, for example /run/clamav/clamd.ctl or scanner.example.org:3310; default only EICAR is recognised',
  ),
  SECUREPAY_MERCHANT: optional(
    z.string().regex(/^[A-Za-z0-9]{3,20}$/, { error: 'must be letters and digits, for example ABC0001' }),
  ).describe(
    'Merchant at SecurePay, whose page takes the cards; default the bundled sandbox, if PAYMENT_SANDBOX is true',
  ),
  SECUREPAY_PASSWORD: optional(
    z.string().regex(/^[^|\p{Cc}]{6,100}$/u, { error: 'must be 6 to 100 characters without |' }),
  ).describe('Transaction password of that merchant'),
  SECUREPAY_URL: optional(cardPage).describe(
    'Address the card form is sent to; default https://payment.securepay.com.au/live/v2/invoice',
  ),
  SECUREPAY_FINGERPRINT: withDefault(
    z.enum(['sha1', 'hmac-sha256'], { error: 'must be sha1 or hmac-sha256' }),
    'sha1',
  ).describe('How the merchant’s fingerprints are made'),
  PAYMENT_SANDBOX: optional(flag).describe(
    'Use the bundled card page for testing; default true if DEMO is on by default',
  ),
  WEBHOOKS_INSIDE: optional(flag).describe(
    'Allow webhooks to this machine and private networks, by http too; default true if DEMO is on by default',
  ),
  TRUSTED_PROXIES: optional(proxies).describe(
    'Comma-separated addresses or networks of reverse proxies in front of us; public networks of at most /12 (IPv4) or /29 (IPv6)',
  ),
  Z3950_PORT: optional(wholeNumber(0, 65_535)).describe(
    'Port at HOST where library systems search and fetch records by Z39.50; default off, with DEMO 2100',
  ),
  Z3950_DATABASE: withDefault(
    z.string().regex(/^[\w.-]{1,64}$/, { error: 'must be 1 to 64 letters, digits and . _ -' }),
    'SCIS',
  ).describe('Database name that library systems use'),
  Z3950_TLS_CERT: optional(z.string()).describe('File with the certificate (PEM) for Z39.50 over TLS'),
  Z3950_TLS_KEY: optional(z.string()).describe('File with its private key'),
  OAI_OPEN: withDefault(flag, 'true').describe(
    'Let anyone harvest Dublin Core at /oai; if false, only signed-in schools can',
  ),
  OPEN_RECORDS: withDefault(flag, 'true').describe(
    'Let anyone open a record’s page at /record/…, with title, year, type, subjects and cover; if false, these addresses lead to sign-in, and there is no sitemap and no open feed',
  ),
  SEARCH_ENGINES: withDefault(flag, 'true').describe(
    'Let search engines read record pages (robots.txt); if false, nothing. Known crawlers get the first 200 hits of a search with at most one filter, and the public page of each record',
  ),
  ROSTER_DIR: optional(z.string()).describe(
    'Folder for nightly rosters, with a folder per school, named by its number; default none',
  ),
  METRICS_PORT: optional(wholeNumber(0, 65_535)).describe(
    'Separate port at HOST for /metrics and /health; default PORT for a portal, none for a worker',
  ),
  METRICS_TOKEN: optional(
    z.string().regex(/^[\w.~+/-]{16,200}=*$/, { error: 'must be 16 to 200 letters, digits and . ~ + / - _' }),
  ).describe(
    'Token that Prometheus sends as Authorization: Bearer for /metrics at PORT; default none: /metrics is at PORT only if no other machine can reach the portal',
  ),
  TRACES_URL: optional(address('http:', 'https:')).describe(
    'Collector for OpenTelemetry traces (OTLP over HTTP), for example http://localhost:4318; default off',
  ),
  TRACES_SAMPLE: withDefault(
    z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, { error: 'must be a number from 0 to 1, for example 0.1' })
      .transform(Number),
    '1',
  ).describe('Share of traces to keep'),
  BACKUP_RECIPIENTS: optional(recipients).describe(
    'Comma-separated age recipients (age1…) for whom backups are encrypted; default not encrypted',
  ),
  CLIENT_LIMITS: withDefault(
    limits({ requests: 3000, covers: 3000, searches: 600, downloads: 300, mails: 60, storage: 0 }),
    'requests=3000, covers=3000, searches=600, downloads=300, mails=60',
  ).describe('Limits per person: requests, covers and searches a minute, downloads and emails an hour; off: no limits'),
  SCHOOL_LIMITS: withDefault(
    limits({ requests: 12_000, covers: 12_000, searches: 3000, downloads: 1000, mails: 300, storage: 2000 }),
    'requests=12000, covers=12000, searches=3000, downloads=1000, mails=300, storage=2000',
  ).describe(
    'Limits per school, or per address for people who are not signed in; storage: MB of pictures in catalogue requests. People who are not signed in get 600 searches an hour per network beyond the first 1,000 hits or with more than 8 filters',
  ),
  AUDIT_DAYS: withDefault(wholeNumber(1, 36_500), '2555').describe('Days to keep the audit log; 2555 is seven years'),
  AUDIT_SHIP_TO: optional(auditShip).describe(
    'File or syslog server to copy audit log entries to, for example syslog+tls://log.example.org:6514; default none',
  ),
  LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    }),
    'info',
  ).describe('Lowest level to log'),
})

export type Given = z.output<typeof Variables>

/** The name, description and default (if it is a plain value) of each setting. */
export const settings = Object.entries(Variables.shape).map(([name, type]) => ({
  name,
  about: type.description ?? '',
  /** The default as written in the environment. */
  value: z.globalRegistry.get(type)?.default as string | undefined,
}))
