import { expect, test } from 'vitest'
import { normaliseForwarded } from './forwarded-clients.ts'

const four = '198.51.100.7'
const six = '2001:db8::7'
/** One client, as proxies write it: the bare address, with ports, brackets and quotes. */
const spellings: [written: string, address: string][] = [
  four,
  `${four}:4711`,
  `"${four}:4711"`,
  `[${four}]:4711`,
  ` ${four} `,
  `::ffff:${four}`,
  `[::FFFF:${four}]:4711`,
  '::ffff:c633:6407',
].map((written): [string, string] => [written, four])
for (const written of [
  six,
  `[${six}]`,
  `[${six}]:4711`,
  `"[${six}]:_p1"`,
  `"${six}"`,
  '2001:0DB8:0:0::0007',
  `${six}%eth0`,
])
  spellings.push([written, six])

const forms: [name: string, header: (written: string) => Record<string, string>][] = [
  ['X-Forwarded-For', (written) => ({ 'x-forwarded-for': written })],
  ['X-Forwarded-For through two proxies', (written) => ({ 'x-forwarded-for': `unknown, 192.0.2.1,${written}` })],
  ['Forwarded', (written) => ({ forwarded: `for=${written}` })],
  ['Forwarded with more', (written) => ({ forwarded: `for=192.0.2.1, proto=https;For = ${written};by=10.0.0.1` })],
  ['Forwarded behind an open quotation mark', (written) => ({ forwarded: `for="192.0.2.1, for=${written}` })],
]
test.each(forms)('%s has a client’s address in one form, however it is written', (_, header) => {
  for (const [written, address] of spellings) {
    const headers: Record<string, string> = header(written)
    normaliseForwarded(headers)
    expect([written, headers['x-forwarded-for']!.split(', ').at(-1)]).toEqual([written, address])
  }
})

test.each(['unknown', '_hidden', '"_x:80"', '198.51.100.256', '198.51.100.7:', '7', ';', '[', 'a=b'])(
  'an entry that is no address, and all before it, are left out: %s',
  (entry) => {
    const headers: Record<string, string> = { 'x-forwarded-for': `192.0.2.1, ${entry}, 192.0.2.2` }
    const unknown: Record<string, string> = { forwarded: `for=192.0.2.1, for=${entry}` }
    for (const each of [headers, unknown]) normaliseForwarded(each)
    expect([headers['x-forwarded-for'], unknown['x-forwarded-for']]).toEqual(['192.0.2.2', ''])
  },
)

test('Forwarded counts without X-Forwarded-For only, and then names host and protocol too', () => {
  const both: Record<string, string> = { 'x-forwarded-for': four, forwarded: 'for=192.0.2.1;host=evil.example' }
  normaliseForwarded(both)
  expect([both['x-forwarded-for'], both['x-forwarded-host']]).toEqual([four, undefined])
  const one: Record<string, string> = { forwarded: 'host=evil.example, for=192.0.2.1;host="books.example";proto=https' }
  normaliseForwarded(one)
  expect(one).toMatchObject({
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-host': 'books.example',
    'x-forwarded-proto': 'https',
  })
})
