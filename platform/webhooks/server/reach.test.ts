import { expect, test } from 'vitest'
import { admitBy, admittedLookup, isPublic, NotPublic } from './reach.ts'

test.each(['93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2001:4860::8888'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true)
  },
)

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.1', '169.254.169.254', '172.16.0.1', '172.31.9.9'],
  ...['192.0.0.8', '192.168.1.1', '198.18.0.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '[::1]', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:93.184.215.14', '64:ff9b::a00:1'],
  ...['fc00::1', 'fd12::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::'],
  ...['', 'localhost'],
])('%j is not public', (address) => {
  expect(isPublic(address)).toBe(false)
})

test('inside is open where the operator allows it; without https, only inside', () => {
  expect(() => admitBy({ inside: true, secure: true })('10.0.0.1')).not.toThrow()
  expect(() => admitBy({ inside: true, secure: false })('10.0.0.1')).not.toThrow()
  expect(() => admitBy({ inside: true, secure: false })('93.184.215.14')).toThrow('Without https.')
  expect(() => admitBy({ inside: false, secure: true })('10.0.0.1')).toThrow(NotPublic)
})

test('a name with one address inside is refused as a whole', async () => {
  const found = ['93.184.215.14', '10.0.0.1'].map((address) => ({ address, family: 4 }))
  const ask = (resolved: typeof found, all: boolean) =>
    new Promise((resolve) =>
      admittedLookup(admitBy({ inside: false, secure: true }), (_host, _options, done) => done(null, resolved))(
        'mixed.example',
        { all },
        (error, address, family) => resolve(error ?? [address, family]),
      ),
    )
  expect(await ask(found, true)).toBeInstanceOf(NotPublic)
  expect(await ask(found.slice(0, 1), true)).toEqual([found.slice(0, 1), undefined])
  expect(await ask(found.slice(0, 1), false)).toEqual(['93.184.215.14', 4])
})

test('a name that cannot be resolved says why', async () => {
  const away = admittedLookup(admitBy({ inside: false, secure: true }), (_host, _options, done) =>
    done(new Error('getaddrinfo ENOTFOUND'), []),
  )
  const error = await new Promise((resolve) => away('nowhere.example', {}, resolve))
  expect(error).toEqual(new Error('getaddrinfo ENOTFOUND'))
})
