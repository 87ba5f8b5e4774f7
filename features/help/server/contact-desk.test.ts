import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { solveHumanCheck } from '#platform/human-check/server/human-check-testing.ts'
import { helpApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('outgoingMail').execute()
})

const mails = () => app.db.selectFrom('outgoingMail').selectAll().orderBy('createdAt').execute()
const message = 'Where is our parcel?\n\nIt was posted on Monday.'

test('a librarian’s message reaches the customer team, with the school, the page and the request number', async () => {
  const { response } = await app.as('hillview')(helpApi.contact, {
    message,
    page: '/CatalogueRequestDeatils/CR1000249?return=/x',
    requestNumber: 'CR1000249',
    // Ignored: the account says who they are.
    name: 'Somebody else',
    emailId: 'other@evil.example',
  })
  expect(response.replyTo).toBe('librarian@hillview.example')
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: app.env.supportEmail,
    replyTo: 'librarian@hillview.example',
    userId: 'demo-hillview-librarian',
  })
  expect(mail!.subject).toMatch(/^Message from Hillview Primary School \(\d+\) about CR1000249$/)
  for (const text of [
    'Where is our parcel?',
    'It was posted on Monday.',
    'Email: librarian@hillview.example',
    'Request number: CR1000249',
    'Page: /CatalogueRequestDeatils/CR1000249\n',
    `${app.env.publicUrl}/CatalogueRequestDeatils/CR1000249`,
  ])
    expect(mail!.bodyText).toContain(text)
  expect(mail!.bodyText).not.toMatch(/Somebody else|evil/)
})

test('the query of a search is sent along, any other is dropped with its secrets', async () => {
  for (const page of [
    '/discover/results/?query=owl',
    '/changePassword?guid=secret',
    '/discover/../changePassword?guid=secret',
    '//evil.example/x',
    'javascript:x',
  ])
    await app.as('hillview')(helpApi.contact, { message, page })
  const texts = (await mails()).map(({ bodyText }) => bodyText!)
  expect(texts[0]).toContain(`${app.env.publicUrl}/discover/results/?query=owl`)
  for (const text of texts.slice(1, 3)) expect(text).toContain('Page: /changePassword\n')
  expect(texts.join()).not.toContain('secret')
  for (const text of texts.slice(3)) expect(text).not.toMatch(/Page:|evil|javascript/)
})

test('a visitor gives an address and solves a human check', async () => {
  const visitor = { message, name: 'Ada', emailId: ' ada@school.example ' }
  const send = (given: object) => app.as(null)(helpApi.contact, { message, ...given })
  await expect(send({ ...visitor })).rejects.toMatchObject({ code: 'not_a_person' })
  await expect(send({ ...visitor, recaptcha_token: 'x' })).rejects.toMatchObject({ code: 'not_a_person' })
  await expect(send({ ...visitor, emailId: '' })).rejects.toMatchObject({ code: 'no_address' })
  await expect(send({ ...visitor, emailId: 'a@b.example, c@d.example' })).rejects.toMatchObject({ code: 'bad_address' })
  expect(await mails()).toEqual([])

  const recaptcha_token = await solveHumanCheck(app, 'contact')
  expect((await send({ ...visitor, recaptcha_token })).response.replyTo).toBe('ada@school.example')
  expect(await mails()).toMatchObject([{ replyTo: 'ada@school.example', subject: 'Message from Ada', userId: null }])
  await expect(send({ ...visitor, recaptcha_token })).rejects.toMatchObject({ code: 'not_a_person' })
  expect(await mails()).toHaveLength(1)
})

test('a message without words, or of too many, is refused', async () => {
  const send = (text: string) => app.as('hillview')(helpApi.contact, { message: text })
  await expect(send('  \n ')).rejects.toMatchObject({ status: 400, errors: { message: ['Please enter a message.'] } })
  await expect(send('x'.repeat(5001))).rejects.toMatchObject({ status: 400 })
  expect(await mails()).toEqual([])
})

test('a person has as many messages an hour as other emails', async () => {
  const send = () => app.as('assistant')(helpApi.contact, { message })
  for (let sent = 0; sent < 20; sent++) await send()
  await expect(send()).rejects.toMatchObject({ code: 'mail_limit' })
})
