import { expect, test } from 'vitest'
import { BadSetting, readEnv } from './env.ts'

test('without settings the server is for this machine only, with the demo world', () => {
  expect(readEnv({})).toMatchObject({ port: 8080, host: '127.0.0.1', publicUrl: 'http://localhost:8080', demo: true })
})

test.each(['localhost', 'LOCALHOST'])('HOST=%s is one address, so that one server has every limit', (HOST) => {
  expect(readEnv({ HOST })).toMatchObject({ host: '127.0.0.1', demo: true })
})

const hosts = ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '192.0.2.1']
const publicUrls = [undefined, 'http://localhost:8080', 'http://127.0.0.1', 'https://books.example', 'http://192.0.2.1']
const proxies = [undefined, '127.0.0.1', '10.0.0.0/8']
const places = hosts.flatMap((HOST) =>
  publicUrls.flatMap((PUBLIC_URL) => proxies.map((TRUSTED_PROXIES) => ({ HOST, PUBLIC_URL, TRUSTED_PROXIES }))),
)
const onlyHere = ({ HOST, PUBLIC_URL, TRUSTED_PROXIES }: (typeof places)[number]) =>
  /^(127|::1|localhost)/.test(HOST) && !/example|192/.test(PUBLIC_URL ?? '') && !TRUSTED_PROXIES

test.each(places)('sandbox features are on by default only on a portal that no one else reaches: %o', (place) => {
  const on = onlyHere(place)
  expect(readEnv(place)).toMatchObject({
    demo: on,
    outboxPages: on,
    payments: { kind: on ? 'sandbox' : 'off' },
    tryingNotice: [],
  })
})

test.each(places)('elsewhere they are on only if enabled by name, and a notice says so: %o', (place) => {
  const settings = { DEMO: 'true', DEV_OUTBOX: 'true', PAYMENT_SANDBOX: 'true' }
  const { demo, outboxPages, payments, tryingNotice } = readEnv({ ...place, ...settings })
  expect([demo, outboxPages, payments.kind]).toEqual([true, true, 'sandbox'])
  expect(tryingNotice).toHaveLength(onlyHere(place) ? 0 : 3)
  for (const name of Object.keys(settings))
    expect(readEnv({ ...place, [name]: 'true' }).tryingNotice).toHaveLength(onlyHere(place) ? 0 : 1)
})

test.each([
  [
    { OIDC_ISSUER: 'http://id.example' },
    'OIDC_ISSUER=http://id.example: must start with https://; only one on this machine may use http://',
  ],
  ...[
    ...['0.0.0.0/0', '::/0', '0.0.0.0/1', '128.0.0.0/1', '2000::/3', '::ffff:0.0.0.0/96', '::ffff:0:0/90', '::/64'],
    ...['8.0.0.0/8', '104.16.0.0/11', '11.0.0.0/8', '172.16.0.0/11', '100.0.0.0/9', '192.168.0.0/8'],
    ...['2001:db8::/16', '2000::/16', '2400:cb00::/28', 'fe00::/7', '::ffff:800:0/104', '::ffff:8.0.0.0/107'],
  ].map((network) => [
    { TRUSTED_PROXIES: `10.0.0.1, ${network}`, PUBLIC_URL: 'https://books.example' },
    `TRUSTED_PROXIES=${network}: includes strangers; name the proxies, or the network they are in`,
  ]),
] as [Record<string, string>, string][])('%o is rejected', (variables, line) => {
  expect(() => readEnv(variables)).toThrow(new BadSetting(line))
})

test('the provider’s time zone is an IANA name, Melbourne’s if none is given', () => {
  expect(['', 'Pacific/Auckland', 'UTC'].map((TIME_ZONE) => readEnv({ TIME_ZONE }).timeZone)).toEqual([
    ...['Australia/Melbourne', 'Pacific/Auckland', 'UTC'],
  ])
  for (const TIME_ZONE of ['Melbourne', '+10:00', 'Australia/Nowhere'])
    expect(() => readEnv({ TIME_ZONE })).toThrow(
      `TIME_ZONE=${TIME_ZONE}: must be the IANA name of a time zone, for example Pacific/Auckland`,
    )
})

test.each(['0.0.0.0/0', '::/0', '10.0.0.0/00'])(
  'trusting everybody as a proxy is rejected, even on this machine only: %s',
  (network) => {
    expect(() => readEnv({ TRUSTED_PROXIES: network })).toThrow(
      `TRUSTED_PROXIES=${network}: includes strangers; name the proxies, or the network they are in`,
    )
  },
)

test('private networks and CDN ranges may be trusted, and half of all addresses on this machine only', () => {
  const networks = [
    ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10'],
    ...['fc00::/7', 'fe80::/10', 'fd12:3456::/32', '::1', '::ffff:10.0.0.0/104', '::ffff:a00:0/104', 'fe80::1%eth0'],
    // As CDNs publish them.
    ...['104.16.0.0/13', '151.101.0.0/16', '8.8.8.8', '2400:cb00::/32', '2a06:98c0::/29', '2001:db8::1'],
  ]
  const TRUSTED_PROXIES = networks.join(', ')
  expect(readEnv({ TRUSTED_PROXIES, PUBLIC_URL: 'https://books.example' }).trustedProxies).toEqual(networks)
  expect(readEnv({ TRUSTED_PROXIES: '0.0.0.0/1' }).trustedProxies).toEqual(['0.0.0.0/1'])
  expect(
    readEnv({ OIDC_ISSUER: 'http://localhost:1', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }).oidc?.issuer,
  ).toBe('http://localhost:1')
})

test('the mail pages follow the demo world', () => {
  expect(readEnv({ DEMO: 'false' })).toMatchObject({ demo: false, outboxPages: false })
})

test.each([
  [{ PORT: 'eighty' }, 'PORT=eighty: must be a whole number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT=70000: must be a whole number from 0 to 65535'],
  [{ DEMO: 'yes' }, 'DEMO=yes: must be true or false'],
  [
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL=mysql://x: must be an address that starts with postgres:// or postgresql://',
  ],
  [
    { PUBLIC_URL: 'https://a.example/portal' },
    'PUBLIC_URL=https://a.example/portal: must be scheme, host and port only, for example https://catalogue.example.org',
  ],
  [
    { SMTP_URL: 'http://us:secret@mail.example' },
    'SMTP_URL=http://us:…@mail.example: must be an address that starts with smtp:// or smtps://',
  ],
  [
    { MAIL_FROM: 'a@b.example, c@d.example' },
    'MAIL_FROM=a@b.example, c@d.example: must be a single email address, for example catalogue@example.org',
  ],
  [
    { CLAMD_SOCKET: 'clamd.ctl' },
    'CLAMD_SOCKET=clamd.ctl: must be the path of a socket, or host and port, for example /run/clamav/clamd.ctl or 127.0.0.1:3310',
  ],
  [{ CLAMD_SOCKET: 'scanner:70000' }, 'CLAMD_SOCKET=scanner:70000: must have a port from 1 to 65535'],
  [{ PUBLIC_URL: 'foo' }, 'PUBLIC_URL=foo: must be an address that starts with http:// or https://'],
  [
    { TRUSTED_PROXIES: '10.0.0.1, garbage' },
    'TRUSTED_PROXIES=10.0.0.1, garbage: must be addresses or networks separated by commas, for example 10.0.0.1, 10.1.0.0/16',
  ],
  [
    { DATABASE_URL: 'postgre://cat:secret@db/x' },
    'DATABASE_URL=postgre://cat:…@db/x: must be an address that starts with postgres:// or postgresql://',
  ],
  [
    { OPENSEARCH_URL: 'http://us:secret@a.example,https://us:other@b.example,c:9200' },
    'OPENSEARCH_URL=http://us:…@a.example,https://us:…@b.example,c:9200: must be one or more addresses that start with http:// or https://, separated by commas',
  ],
  [
    { OPENSEARCH_PREFIX: 'Schools' },
    'OPENSEARCH_PREFIX=Schools: must be lower-case letters, digits, - and _, for example school-catalogue',
  ],
  [
    { OIDC_ISSUER: 'https://id.example' },
    'OIDC_CLIENT_ID is missing: an outside issuer needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET',
  ],
  [
    { RECAPTCHA_SITE_KEY: 'public' },
    'RECAPTCHA_SECRET is missing: reCAPTCHA needs RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET',
  ],
  [
    { S3_ENDPOINT: 'files.example' },
    'S3_ENDPOINT=files.example: must be an address that starts with http:// or https://',
  ],
  [
    { S3_ENDPOINT: 'https://us:secret@files.example' },
    'S3_ENDPOINT=https://us:…@files.example: must be an address without name, query or fragment',
  ],
  [
    { S3_ENDPOINT: 'https://files.example', S3_BUCKET: 'books' },
    'S3_ACCESS_KEY_ID is missing: the file store needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
  ],
  [
    { S3_BUCKET: 'books', S3_ACCESS_KEY_ID: 'us' },
    'S3_SECRET_ACCESS_KEY is missing: the file store needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
  ],
  [
    { S3_ACCESS_KEY_ID: 'us', S3_SECRET_ACCESS_KEY: 'x' },
    'S3_BUCKET is missing: the file store needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
  ],
  [{ S3_BUCKET: 'Books!' }, 'S3_BUCKET=Books!: must be the name of a bucket, for example school-catalogue'],
  [
    { S3_BUCKET: 'books', S3_PREFIX: '/portal' },
    'S3_PREFIX=/portal: must be letters, digits, dots, hyphens and slashes, for example portal/',
  ],
  [{ RECAPTCHA_SECRET: 'x' }, 'RECAPTCHA_SITE_KEY is missing: reCAPTCHA needs RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET'],
])('a wrong value %o is named in one line', (variables, line) => {
  expect(() => readEnv(variables as Record<string, string>)).toThrow(new BadSetting(line))
})

test('mails go to the outbox folder, from the public host name, unless set otherwise', () => {
  const publicUrl = { PUBLIC_URL: 'https://catalogue.example:8443' }
  expect(readEnv(publicUrl)).toMatchObject({ smtpUrl: undefined, mailFrom: 'portal@catalogue.example' })
  const set = { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'desk@provider.example' }
  expect(readEnv({ ...publicUrl, ...set })).toMatchObject({ smtpUrl: set.SMTP_URL, mailFrom: set.MAIL_FROM })
})

test('files are in a folder unless a bucket is set; for Amazon that is enough', () => {
  expect(readEnv({ S3_REGION: 'eu-west-1', S3_PREFIX: 'portal/' }).s3).toBeUndefined()
  const bucket = { bucket: 'books', region: 'us-east-1', prefix: '' }
  expect(readEnv({ S3_BUCKET: 'books' }).s3).toEqual({ ...bucket, endpoint: undefined, keys: undefined })
  const elsewhere = { S3_ENDPOINT: 'https://files.example/', S3_ACCESS_KEY_ID: 'us', S3_SECRET_ACCESS_KEY: 'x' }
  expect(readEnv({ S3_BUCKET: 'books', ...elsewhere }).s3).toEqual({
    ...bucket,
    endpoint: 'https://files.example',
    keys: { accessKeyId: 'us', secretAccessKey: 'x' },
  })
})

test('addresses and networks of proxies are accepted', () => {
  expect(readEnv({ TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16, ::1' }).trustedProxies).toEqual([
    '10.0.0.1',
    '10.1.0.0/16',
    '::1',
  ])
})

test('an empty variable counts as unset', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
})

test.each([
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['scanner.example:3310', { host: 'scanner.example', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['', undefined],
])('the virus scanner is found at %j', (CLAMD_SOCKET, clamd) => {
  expect(readEnv({ CLAMD_SOCKET }).clamd).toEqual(clamd)
})
