import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { testApp } from '../testing.ts'

const call = { url: '/.well-known/security.txt' }

test('with a contact, security.txt names it and is valid for months', async () => {
  const app = await testApp({ work: false, env: { SECURITY_CONTACT: 'security@example.org' } })
  try {
    app.setClock(() => new Date('2026-11-23T10:00:00Z'))
    const { statusCode, headers, body } = await app.raw(null, call)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toBe(
      `Contact: mailto:security@example.org\nExpires: 2027-05-22T00:00:00.000Z\nPreferred-Languages: en\nCanonical: ${app.env.publicUrl}/.well-known/security.txt\n`,
    )
  } finally {
    await app.close()
  }
})

test('without a contact there is no security.txt', async () => {
  const app = await testApp({ work: false })
  try {
    for (const accept of ['', '*/*', 'text/html'])
      for (const url of [call.url, '/.well-known/change-password'])
        expect((await app.raw(null, { url, headers: accept ? { accept } : {} })).statusCode).toBe(404)
  } finally {
    await app.close()
  }
})

test('a contact is an e-mail address or a page', () => {
  const contactOf = (SECURITY_CONTACT: string) => readEnv({ SECURITY_CONTACT }).securityContact
  expect(contactOf('https://example.org/report')).toBe('https://example.org/report')
  for (const wrong of ['somebody', 'http://example.org', 'a@b.example\nExpires: 2000-01-01'])
    expect(() => contactOf(wrong)).toThrow(/^SECURITY_CONTACT=/)
})
