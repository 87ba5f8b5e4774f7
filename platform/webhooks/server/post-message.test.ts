import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { postMessage } from './post-message.ts'
import { admitBy, admittedLookup, NotPublic } from './reach.ts'
import { openReceiver } from './webhooks-testing.ts'

let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
})

const inside = admitBy({ inside: true, secure: false })
const outside = admitBy({ inside: false, secure: true })
const posted = (url = receiver.url) => ({ url, headers: { 'x-test': 'yes' }, body: '{"a":"é"}' })

test('the body is posted whole', async () => {
  receiver.answer = (reply) => void reply.writeHead(202).end('thanks')
  expect(await postMessage(posted(), { admit: inside })).toBe(202)
  expect(receiver.received[0]).toMatchObject({
    body: '{"a":"é"}',
    headers: { 'x-test': 'yes', 'content-length': '10' },
  })
})

test.each([
  ['never answers', () => {}],
  [
    'never ends its answer',
    (reply: import('node:http').ServerResponse) => {
      reply.writeHead(200)
      reply.write('x')
    },
  ],
])('a receiver that %s is given up after the limit', async (_, answer) => {
  receiver.answer = answer
  const sent = postMessage(posted(), { admit: inside, withinMs: 300 })
  await expect(sent).rejects.toThrow('No reply within 1 second.')
})

test('the rest of a long reply is not read', async () => {
  let closed = false
  receiver.answer = (reply) => {
    reply.on('close', () => {
      closed = true
    })
    reply.writeHead(200)
    reply.write('x'.repeat(2000))
  }
  expect(await postMessage(posted(), { admit: inside })).toBe(200)
  await expect.poll(() => closed).toBe(true)
})

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '0x7f.1', '2130706433'])(
  'https://%s is not called',
  async (host) => {
    await expect(postMessage(posted(`https://${host}:9/`), { admit: outside })).rejects.toThrow(NotPublic)
  },
)

test('a name is refused if it leads inside at the moment of the connection, no matter where it led before', async () => {
  const answers = ['93.184.215.14', '127.0.0.1']
  const rebinding = admittedLookup(outside, (_host, _options, done) =>
    done(null, [{ address: answers.shift()!, family: 4 }]),
  )
  const { port } = new URL(receiver.url)
  const ask = () =>
    new Promise((resolve) => rebinding('rebind.example', { all: true }, (error, found) => resolve(error ?? found)))
  expect(await ask()).toEqual([{ address: '93.184.215.14', family: 4 }])
  const sent = postMessage(posted(`https://rebind.example:${port}/`), { admit: outside, lookup: rebinding })
  await expect(sent).rejects.toThrow(NotPublic)
  expect([answers, receiver.received]).toEqual([[], []])
})

test('a name of this machine is looked up and refused', async () => {
  const sent = postMessage(posted(receiver.url.replace(/^http:..127.0.0.1/, 'https://localhost')), { admit: outside })
  await expect(sent).rejects.toThrow(NotPublic)
})
