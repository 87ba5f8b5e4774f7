import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import { countTry } from '#platform/human-check/server/human-check.ts'
import { answerTries } from '../../sign-in/server/tries.ts'
import { addSchoolsService, beginSaml, postAnswer } from './saml-sign-in-testing.ts'
import {
  type Answer,
  assertionOf,
  type KeyPair,
  makeKeyPair,
  publicKeyOf,
  responseOf,
  rsaSha1,
  rsaSha256,
  signatureOf,
  signed,
  withSignature,
} from './saml-testing.ts'

let app: TestApp
let keys: KeyPair
let others: KeyPair
beforeAll(async () => {
  ;[keys, others] = [makeKeyPair(), makeKeyPair()]
  app = await testApp({ work: false })
  await addSchoolsService(app, { id: 'hillview', certificates: [keys.certificate] })
})
afterAll(() => app.close())

const assistant = 'assistant@hillview.example'
const librarian = 'librarian@hillview.example'
const sessions = async () => (await app.db.selectFrom('session').select('id').execute()).length

/** Sends the response that `make` makes of the assistant's, and expects the failure page and no session. */
async function expectRefused(make: (answer: Answer) => string, status = 400) {
  const begun = await beginSaml(app)
  const before = await sessions()
  const reply = await postAnswer(app, begun, make({ ...begun.answer, nameId: 'n-1', attributes: { mail: assistant } }))

  expect(reply.status).toBe(status)
  expect(reply.headers.location).toBeUndefined()
  const finish = await begun.browser.send(`/sign-in/saml/hillview/finish?state=${begun.request.state}`)
  expect(finish.status).toBe(400)
  expect(finish.body).toContain('We couldn’t sign you in')
  expect(await begun.browser.whoAmI()).toBeUndefined()
  expect(await sessions()).toBe(before)
}

test('the answer that the attacks below change does sign in', async () => {
  const begun = await beginSaml(app)
  const answer = { ...begun.answer, nameId: 'n-1', attributes: { mail: assistant } }
  const reply = await postAnswer(app, begun, responseOf(answer, signed(assertionOf(answer), keys)))
  expect((await begun.browser.go(String(reply.headers.location))).url).toBe(`${app.env.publicUrl}/myDownloads`)
  expect(await begun.browser.whoAmI()).toBe(assistant)
})

const signedAnswer = (answer: Answer) => responseOf(answer, signed(assertionOf(answer), keys))
const day = dayMs / 1000

test.each<[string, (answer: Answer) => string]>([
  ['without any signature', (answer) => responseOf(answer, assertionOf(answer))],
  ['signed as a whole, but not its assertion', (answer) => signed(responseOf(answer, assertionOf(answer)), keys)],
  ['signed by another key', (answer) => responseOf(answer, signed(assertionOf(answer), others))],
  ['signed with SHA-1', (answer) => responseOf(answer, signed(assertionOf(answer), keys, rsaSha1))],
  ['whose digest is of SHA-1', (answer) => signedAnswer(answer).replace('xmlenc#sha256', 'xmldsig#sha1')],
  ['signed with the certificate as a shared secret', signedByHmac],
  ['changed after it was signed', (answer) => signedAnswer(answer).replace(assistant, librarian)],
  ['with an empty signature', (answer) => responseOf(answer, withSignature(assertionOf(answer), emptySignature))],
  ['of another service', (answer) => signedAnswer({ ...answer, issuer: 'https://evil.example' })],
  ['for another site', (answer) => signedAnswer({ ...answer, audience: 'https://other.example' })],
  ['for another address of ours', (answer) => signedAnswer({ ...answer, recipient: `${answer.recipient}x` })],
  ['sent to another address', (answer) => signedAnswer({ ...answer, destination: 'https://other.example/saml' })],
  ['that has expired', (answer) => signedAnswer({ ...answer, until: -120 })],
  ['that is not yet valid', (answer) => signedAnswer({ ...answer, from: 120, until: 600 })],
  ['to no request', (answer) => signedAnswer({ ...answer, requestId: '' })],
  ['to another request', (answer) => signedAnswer({ ...answer, requestId: `_${'0'.repeat(64)}` })],
  ['to this request, about an assertion for another', (answer) => forRequest(answer, `_${'0'.repeat(64)}`)],
  ['of a session that ended', (answer) => endedSession(answer)],
  ['that reports a failure', (answer) => signedAnswer({ ...answer, status: 'Responder' })],
  ['that names the person for this once', (answer) => signedAnswer({ ...answer, format: transient })],
  ['that names nobody', (answer) => signedAnswer({ ...answer, nameId: '' })],
  ['with a comment in the name', (answer) => signedAnswer(answer).replace('n-1', 'n-<!-- x -->1')],
  [
    'with a comment in the address',
    (answer) => signedAnswer(answer).replace(assistant, `${assistant}<!---->.evil.example`),
  ],
  ['with an instruction in the name', (answer) => signedAnswer(answer).replace('n-1', 'n-1<?x y?>2')],
  ['with CDATA in the name', (answer) => signedAnswer(answer).replace('n-1', '<![CDATA[n-1]]>')],
  [
    'with an external entity',
    (answer) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${signedAnswer(answer)}`,
  ],
  ['with entities of entities', (answer) => `${laughs}${signedAnswer(answer).replace('n-1', '&c;')}`],
  ['that is no XML', () => 'no XML <'],
  ['that is empty', () => ''],
  ['that is another document', () => '<html xmlns="http://www.w3.org/1999/xhtml"></html>'],
  [
    'with two assertions',
    (answer) => responseOf(answer, ...[1, 2].map((at) => signed(assertionOf({ ...answer, id: `a${at}` }), keys))),
  ],
])('an answer %s is refused', (_, make) => expectRefused(make))

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const emptySignature = '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"></ds:Signature>'
const laughs = `<!DOCTYPE r [<!ENTITY a "${'ha'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]>`

function signedByHmac(answer: Answer) {
  const algorithm = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'
  const signature = signatureOf(assertionOf(answer), keys).replace(rsaSha256, algorithm)
  const info = /<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(signature)![0]
  const covered = info.replace('<ds:SignedInfo>', '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">')
  const value = createHmac('sha1', publicKeyOf(keys)).update(covered).digest('base64')
  const forged = signature.replace(/(<ds:SignatureValue>)[^<]*/, `$1${value}`)
  return responseOf(answer, withSignature(assertionOf(answer), forged))
}

const forRequest = (answer: Answer, requestId: string) =>
  responseOf(answer, signed(assertionOf({ ...answer, requestId }), keys))

function endedSession(answer: Answer) {
  const over = new Date(Date.now() - dayMs).toISOString()
  const assertion = assertionOf(answer).replace(/(AuthnInstant="[^"]*")/, `$1 SessionNotOnOrAfter="${over}"`)
  return responseOf(answer, signed(assertion, keys))
}

/** Wraps the assistant's signed assertion so that someone careless reads the librarian's forged one. */
const wrappings: [string, (genuine: Wrapped) => string][] = [
  ['before it', ({ forged, genuine }) => forged + genuine],
  ['behind it', ({ forged, genuine }) => genuine + forged],
  ['around it', ({ forged, genuine }) => forged.replace('</saml:Assertion>', `${genuine}</saml:Assertion>`)],
  ['with its signature, before it', ({ forged, plain, signature }) => withSignature(forged, signature) + plain],
  ['with its signature, behind it', ({ forged, plain, signature }) => plain + withSignature(forged, signature)],
  [
    'with its signature, around it',
    ({ forged, plain, signature }) =>
      withSignature(forged, signature).replace('</saml:Assertion>', `${plain}</saml:Assertion>`),
  ],
  [
    'with its signature around it',
    ({ forged, plain, signature }) =>
      withSignature(forged, signature.replace('</ds:Signature>', `<ds:Object>${plain}</ds:Object></ds:Signature>`)),
  ],
  ['with its signature in its place', ({ forged, signature }) => withSignature(forged, signature)],
  ['beside it in an extension', ({ forged, genuine }) => `<samlp:Extensions>${genuine}</samlp:Extensions>${forged}`],
  [
    'in an extension beside it',
    ({ forged, genuine }) =>
      `<samlp:Extensions>${forged}</samlp:Extensions>${genuine}`.replace(
        /<saml:Assertion(?=[^>]*ID="genuine")/g,
        '<saml:Advice',
      ),
  ],
]
type Wrapped = { forged: string; plain: string; signature: string; genuine: string }

function wrap(answer: Answer, wrapping: (parts: Wrapped) => string, forgedId: string) {
  const plain = assertionOf({ ...answer, id: 'genuine' })
  const signature = signatureOf(plain, keys)
  const forged = assertionOf({ ...answer, id: forgedId, nameId: 'forged', attributes: { mail: librarian } })
  return responseOf(answer, wrapping({ forged, plain, signature, genuine: withSignature(plain, signature) }))
}

test.each(wrappings)('a forged assertion %s is refused', async (_, wrapping) => {
  await expectRefused((answer) => wrap(answer, wrapping, 'forged'))
})
test.each(wrappings)('a forged assertion of the same name %s is refused', async (_, wrapping) => {
  await expectRefused((answer) => wrap(answer, wrapping, 'genuine'))
})

test('a forged response around a signed one is refused', async () => {
  await expectRefused((answer) => {
    const genuine = signed(responseOf(answer, signed(assertionOf(answer), keys)), keys)
    const forged = assertionOf({ ...answer, id: 'forged', nameId: 'forged', attributes: { mail: librarian } })
    return responseOf({ ...answer, id: 'outer' }, `<samlp:Extensions>${genuine}</samlp:Extensions>`, forged)
  })
})

test('an answer is taken once', async () => {
  const begun = await beginSaml(app)
  const answer = { ...begun.answer, nameId: 'n-1', attributes: { mail: assistant } }
  const response = responseOf(answer, signed(assertionOf(answer), keys))
  const first = await postAnswer(app, begun, response)
  expect(first.status).toBe(303)
  expect((await postAnswer(app, begun, response)).status).toBe(400)
  await begun.browser.go(String(first.headers.location))
  expect((await postAnswer(app, begun, response)).status).toBe(400)
  expect((await begun.browser.send(String(first.headers.location))).status).toBe(400)
})

test('another browser cannot finish a sign-in, and no one can be given one', async () => {
  const attacker = await beginSaml(app)
  const victim = await beginSaml(app)
  const answer = { ...attacker.answer, nameId: 'n-1', attributes: { mail: assistant } }
  const reply = await postAnswer(app, attacker, responseOf(answer, signed(assertionOf(answer), keys)))

  expect((await victim.browser.send(String(reply.headers.location))).status).toBe(400)
  expect(await victim.browser.whoAmI()).toBeUndefined()
})

test('a sign-in that the service starts is refused', async () => {
  const begun = await beginSaml(app)
  const answer = { ...begun.answer, requestId: '', nameId: 'n-1', attributes: { mail: assistant } }
  const reply = await postAnswer(app, { ...begun, request: { ...begun.request, state: '' } }, signedAnswer(answer))
  expect(reply.status).toBe(400)
})

test('an answer that is too long is refused unread', async () => {
  const begun = await beginSaml(app)
  expect((await postAnswer(app, begun, 'x'.repeat(300_000))).status).toBe(413)
})

test('an address whose answers were refused too often waits; accepted ones do not count', async () => {
  const tries = answerTries('127.0.0.1')
  const [limit] = tries.limits
  const counted = () => app.db.selectFrom('guess').where('subject', '=', limit!.subject)
  const send = async () => {
    const begun = await beginSaml(app)
    return postAnswer(app, begun, signedAnswer({ ...begun.answer, nameId: 'n-1', attributes: { mail: assistant } }))
  }
  const windowEndsAt = new Date(Date.now() + dayMs)
  await app.db.deleteFrom('guess').execute()
  await app.db
    .insertInto('guess')
    .values({ subject: limit!.subject, failures: limit!.free - 1, windowEndsAt })
    .execute()
  expect((await send()).status).toBe(303)
  expect((await counted().select('failures').executeTakeFirstOrThrow()).failures).toBe(limit!.free - 1)

  await countTry(app, tries)
  const waits = await send()
  expect([waits.status, waits.headers['retry-after']]).toEqual([429, expect.stringMatching(/^(600|599)$/)])
  expect(waits.body).toContain('Too many attempts. Please wait 10 minutes and try again.')
  await app.db.deleteFrom('guess').execute()
})

test('an answer a day late is refused', async () => {
  const begun = await beginSaml(app)
  app.setClock(() => new Date(Date.now() + dayMs))
  try {
    const answer = { ...begun.answer, until: 2 * day, nameId: 'n-1', attributes: { mail: assistant } }
    expect((await postAnswer(app, begun, signedAnswer(answer))).status).toBe(400)
  } finally {
    app.setClock(() => new Date())
  }
})
