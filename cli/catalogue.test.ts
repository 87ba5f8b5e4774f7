import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assemble } from '#marc/damage-testing.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { recordToMrk } from '#marc/mrk/mrk-write.ts'
import type { MarcRecord } from '#marc/record.ts'
import { main } from './catalogue.ts'
import { runMain } from './testing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogue-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const dataDir = () => join(folder, 'data')
const run = (...given: string[]) => runMain(main, { DATA_DIR: dataDir() }, ...given)
const exported = (...given: string[]) => run('export', ...given)
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

const leader = '00000nam a2200000 a 4500'
const titled = (id: string | undefined, title: string): MarcRecord => ({
  leader,
  fields: [
    ...(id === undefined ? [] : [{ tag: '001', value: id }]),
    { tag: '008', value: '040131s2004    at            000 1 eng d' },
    { tag: '245', ind1: '1', ind2: '0', subfields: [{ code: 'a', value: title }] },
  ],
})
const marcOf = (...records: MarcRecord[]) => Buffer.concat(records.map((record) => encodeRecord(record).bytes))
const three = [titled('1', 'Possum magic'), titled('2', 'Storm boy'), titled('3', 'Holes')]

function file(name: string, content: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('loads a file, reports it in the last line, and loading it again changes nothing', async () => {
  const path = file('three.mrc', marcOf(...three))
  const first = await run('load', path)
  expect(lastLine(first.out)).toBe('loaded 3, updated 0, repaired 0, rejected 0')
  expect(first.status).toBe(0)
  const before = (await run('stats')).out
  expect(before).toMatch(/^records 3,/)
  const second = await run('load', path)
  expect(lastLine(second.out)).toBe('loaded 0, updated 0, repaired 0, rejected 0')
  expect(second.status).toBe(0)
  expect((await run('stats')).out.replace(/bytes \d+/, '')).toBe(before.replace(/bytes \d+/, ''))
  expect(existsSync(`${path}.rejected.jsonl`)).toBe(false)
})

test('accepts every form: other endings, MARCXML, and each of them compressed', async () => {
  const xml = marcXmlHeader + three.map((record) => recordToMarcXml(record)).join('') + marcXmlFooter
  const files = [
    file('a.marc', marcOf(three[0]!)),
    file('b.dat', marcOf(three[1]!)),
    file('c.mrc.gz', gzipSync(marcOf(three[2]!))),
    file('d.xml.gz', gzipSync(xml)),
  ]
  expect(lastLine((await run('load', ...files)).out)).toBe('loaded 3, updated 0, repaired 0, rejected 0')
  expect((await run('stats')).out).toMatch(/^records 3,/)
  expect(lastLine((await run('load', file('e.xml', xml))).out)).toBe('loaded 0, updated 0, repaired 0, rejected 0')
})

test('a changed record is updated, and a removed one is gone', async () => {
  await run('load', file('three.mrc', marcOf(...three)))
  const changed = file('changed.mrc', marcOf(titled('2', 'Storm boy and other stories'), three[2]!))
  expect(lastLine((await run('load', changed)).out)).toBe('loaded 0, updated 1, repaired 0, rejected 0')
  expect(await run('remove', '2', '77')).toMatchObject({ status: 0, out: 'removed 1\n' })
  expect(await run('remove', '2')).toMatchObject({ status: 1, out: 'removed 0\n' })
  expect((await exported()).bytes).toEqual(marcOf(three[0]!, three[2]!))
})

test('a record marked as deleted is never a title, and the reason says so', async () => {
  const deleted = { ...three[0]!, leader: three[0]!.leader.replace(/^(.{5})./, '$1d') }
  const { status, out, err } = await run('load', file('deleted.mrc', marcOf(deleted)))
  expect([status, lastLine(out)]).toEqual([1, 'loaded 0, updated 0, repaired 0, rejected 1'])
  expect(err).toContain('The record is marked as deleted (leader/05). If the catalogue has it, use remove.')
  await run('load', file('three.mrc', marcOf(...three)))
  const xml = marcXmlHeader + recordToMarcXml(deleted) + marcXmlFooter
  const forms = [file('d.mrc', marcOf(deleted)), file('d.mrk', recordToMrk(deleted)), file('d.xml', xml)]
  const again = await run('load', ...forms)
  expect(lastLine(again.out)).toBe('loaded 0, updated 0, repaired 0, rejected 3')
  expect((await exported()).bytes).toEqual(marcOf(...three))
})

test('unreadable records are listed with position, offset and reason; the rest is loaded', async () => {
  const good = marcOf(three[0]!)
  const path = file('mixed.mrc', Buffer.concat([good, Buffer.from('This is not a record.\x1d'), marcOf(three[2]!)]))
  const { status, out } = await run('load', path)
  expect(status).toBe(0)
  expect(lastLine(out)).toBe('loaded 2, updated 0, repaired 0, rejected 1')
  const lines = readFileSync(`${path}.rejected.jsonl`, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { position: 2, offset: good.length, recordNumber: '', reason: expect.stringMatching(/\w+/) },
  ])
})

test('a file truncated within a record: complete records are loaded, the rest is listed', async () => {
  const whole = marcOf(...three)
  const path = file('cut.mrc', whole.subarray(0, whole.length - 60))
  const { status, out } = await run('load', path)
  expect(status).toBe(0)
  expect(lastLine(out)).toBe('loaded 2, updated 0, repaired 0, rejected 1')
  const listed = JSON.parse(readFileSync(`${path}.rejected.jsonl`, 'utf8'))
  expect(listed).toMatchObject({ position: 3, offset: marcOf(three[0]!, three[1]!).length })
  // Sent again, complete: the first list must be deleted.
  writeFileSync(path, whole)
  expect(lastLine((await run('load', path)).out)).toBe('loaded 1, updated 0, repaired 0, rejected 0')
  expect(existsSync(`${path}.rejected.jsonl`)).toBe(false)
})

test('a truncated compressed file, and a file that is not MARC, do no harm', async () => {
  await run('load', file('three.mrc', marcOf(...three)))
  const before = (await exported()).bytes
  const zipped = gzipSync(marcOf(titled('9', 'A title')))
  const cut = await run('load', file('cut.mrc.gz', zipped.subarray(0, zipped.length - 20)))
  expect(cut.status).toBe(1)
  expect(lastLine(cut.out)).toBe('loaded 0, updated 0, repaired 0, rejected 1')
  const letter = await run(
    'load',
    file('letter.mrc', 'Dear librarian,\nplease find enclosed our catalogue.\n'.repeat(40)),
  )
  expect(letter.status).toBe(1)
  expect(lastLine(letter.out)).toBe('loaded 0, updated 0, repaired 0, rejected 1')
  const page = await run('load', file('page.xml', '<html><body>Not found</body></html>'))
  expect(page.status).toBe(1)
  expect(lastLine(page.out)).toBe('loaded 0, updated 0, repaired 0, rejected 1')
  expect((await exported()).bytes).toEqual(before)
})

test('an empty file, a folder and a missing file: one clear line each, and the other files are loaded', async () => {
  const empty = file('empty.mrc', '')
  const directory = join(folder, 'directory.mrc')
  mkdirSync(directory)
  const { status, out, err } = await run('load', empty, directory, join(folder, 'nowhere.mrc'))
  expect(status).toBe(1)
  expect(err).toBe(
    `${empty}: the file is empty.\n${directory}: this is a folder, not a file.\n${join(folder, 'nowhere.mrc')}: there is no such file.\n`,
  )
  expect(lastLine(out)).toBe('loaded 0, updated 0, repaired 0, rejected 0')
  const withGood = await run('load', empty, file('three.mrc', marcOf(...three)))
  expect(withGood.status).toBe(0)
  expect(lastLine(withGood.out)).toBe('loaded 3, updated 0, repaired 0, rejected 0')
})

test('a record without a number gets one, is reported, and gets the same one the next time', async () => {
  const path = file('numberless.mrc', marcOf(titled(undefined, 'Who am I'), three[0]!))
  const first = await run('load', path)
  const [, number] = /record 1 has no number \(001\) and was given (\d+)\./.exec(first.err)!
  expect(lastLine(first.out)).toBe('loaded 2, updated 0, repaired 0, rejected 0')
  const second = await run('load', path)
  expect(second.err).toContain(`was given ${number}.`)
  expect(lastLine(second.out)).toBe('loaded 0, updated 0, repaired 0, rejected 0')
  const whole = [titled(number, 'Who am I'), three[0]!].map((record) => Buffer.from(encodeRecord(record).bytes))
  expect([whole, whole.toReversed()].map((each) => Buffer.concat(each))).toContainEqual((await exported()).bytes)
  expect((await run('remove', number!)).out).toBe('removed 1\n')
})

test('raw export gives the bytes of the file, also for a record without a number', async () => {
  const bytes = Buffer.from(marcOf(titled(undefined, 'Who am I')))
  bytes.write('45 0', 20, 'latin1')
  await run('load', file('odd.mrc', bytes))
  expect((await exported('--raw')).bytes).toEqual(bytes)
  expect((await exported()).bytes.toString('latin1', 20, 24)).toBe('4500')
})

test('MicroLIF is loaded with any line ending, and is the same record each time', async () => {
  const lines = [
    'MicroLIF',
    'LDR00000nam  22     2  4500^',
    '001w1^',
    '245 0_aAll about whales._cA. N. Author^',
    '`',
    '',
  ]
  const files = ['\n', '\r', '\r\n'].map((ending, n) => file(`${n}.lif`, lines.join(ending)))
  expect((await run('load', ...files)).out).toBe('unchanged 2\nloaded 1, updated 0, repaired 0, rejected 0\n')
  expect((await exported()).bytes.toString()).toContain('All about whales.')
})

test('exports to a file, raw or in UTF-8', async () => {
  const latin = encodeRecord(titled('5', 'Les misérables'), { encoding: 'marc-8' }).bytes
  await run('load', file('marc8.mrc', latin))
  const out = join(folder, 'out.mrc')
  expect((await exported('--raw', '--out', out)).status).toBe(0)
  expect(readFileSync(out)).toEqual(Buffer.from(latin))
  await exported('--out', out)
  expect(readFileSync(out).toString('utf8')).toContain('Les misérables'.normalize('NFC'))
  expect(existsSync(`${out}.part`)).toBe(false)
})

test('MarcEdit’s mnemonic form is written and loaded, detected by content', async () => {
  await run('load', file('two.mrc', marcOf(titled('1', 'Māori {and} $5'), titled('2', 'Les misérables'))))
  const whole = (await exported()).bytes
  const out = join(folder, 'all.mrk')
  expect((await exported('--mrk', '--out', out)).status).toBe(0)
  const text = readFileSync(out, 'utf8')
  expect(text).toContain('$aMāori {lcub}and{rcub} {dollar}5')
  await run('remove', '1', '2')
  const broken = `${text}=LDR  00000nam a2200000 a 4500\r\n=24 10$aTitle\r\n`
  const packed = file('records.txt', gzipSync(broken))
  expect((await run('load', packed)).out).toBe('loaded 2, updated 0, repaired 0, rejected 1\n')
  expect(readFileSync(`${packed}.rejected.jsonl`, 'utf8')).toContain('A line is not a field: “=24 10$aTitle”.')
  expect((await exported()).bytes).toEqual(whole)
  expect(await exported('--raw', '--mrk')).toMatchObject({
    status: 2,
    err: 'export: choose --raw or --mrk, not both.\n',
  })
})

test.each([
  ['a folder that does not exist', () => join(folder, 'nowhere/x.mrc'), /: there is no folder .*nowhere\.$/],
  ['a folder', () => folder, /: this is a folder, not a file\.$/],
  ['a file in a file', () => join(file('plain', 'x'), 'x.mrc'), /plain is not a folder\.$/],
  // Every system limits names; `.part` exceeds the limit.
  ['a name that is too long', () => join(folder, 'n'.repeat(252)), /: nothing was written\. ENAMETOOLONG/],
])('export into %s: one clear line', async (_, out, reason) => {
  await run('load', file('three.mrc', marcOf(...three)))
  const { status, err } = await exported('--out', out())
  expect(status).toBe(1)
  expect(err.trimEnd().split('\n')).toEqual([expect.stringMatching(reason)])
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('control characters of a record do not affect the terminal', async () => {
  const odd = [titled('t\x1b[31m2', 'Red'), titled('t\u009b3', 'Hidden'), titled('t\u202e4', 'Turned')]
  for (const record of odd)
    record.fields.push({ tag: '500', ind1: '-', ind2: '\x07', subfields: [{ code: 'a', value: 'x' }] })
  const path = file('odd.mrc', Buffer.concat(odd.map(written)))
  const load = await run('load', path)
  expect(lastLine(load.out)).toBe('loaded 3, updated 0, repaired 3, rejected 0')
  expect(load.err).toContain('(001 t\\x1b[31m2)')
  expect(load.err).toContain('(001 t\\x9b3)')
  expect(load.err).toContain('(001 t\\u202e4)')
  expect(load.err).toContain('indicator “\\x07”')
  for (const { out, err } of [load, await run('remove', 'x\x1b[2Jy'), await run('x\x1b[2Jy')])
    expect(out + err).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
})

/** A record with raw control characters, which our writer would drop. */
function written(record: MarcRecord): Buffer {
  const fields = record.fields.map((field) => ({
    tag: field.tag,
    bytes: Buffer.from(
      'value' in field
        ? field.value
        : `${field.ind1}${field.ind2}${field.subfields.map(({ code, value }) => `\x1f${code}${value}`).join('')}`,
    ),
  }))
  return assemble({ leader: record.leader, fields })
}

describe('rejected records are printed too', () => {
  const good = marcOf(...three)
  test.each([
    ['cut.mrc', good.subarray(0, good.length - 60), 3, /rejected\. The file ends early: 2 records were whole\.$/m],
    ['cut.mrc.gz', gzipSync(good).subarray(0, -20), 3, /\. The compressed file ends early: 2 records were whole\.$/m],
    ['letter.mrc', 'Dear librarian,\nplease find enclosed our catalogue.\n', 1, /looks like text/],
    ['page.xml', '<html><body>Not found</body></html>', 1, /has no MARC record/],
    ['page.html', '<html><meta charset=utf-8><body>Not found</body></html>', 1, /No MARC record was found\. Line 1: /],
  ])('%s', async (name, content, position, reason) => {
    const path = file(name, content)
    const lines = (await run('load', path)).err.trimEnd().split('\n')
    expect(lines[0]).toMatch(`${path}: record ${position} was rejected. `)
    expect(lines.join('\n')).toMatch(reason)
    expect(lines.at(-1)).toBe(`${path}: what was rejected is listed in ${path}.rejected.jsonl`)
  })

  test('the first three of many, and how many more', async () => {
    const path = file('many.mrc', Buffer.concat([good, Buffer.from('This is not a record.\x1d'.repeat(10))]))
    const { out, err } = await run('load', path)
    expect(lastLine(out)).toBe('loaded 3, updated 0, repaired 0, rejected 10')
    expect(err.trimEnd().split('\n')).toEqual([
      ...[4, 5, 6].map((n) => expect.stringMatching(`record ${n} was rejected\\. \\w`)),
      `${path}: … and 7 more.`,
      expect.stringContaining(`${path}.rejected.jsonl`),
    ])
  })

  test('of a broken MARCXML record, while the others are loaded', async () => {
    const [one, two, last] = three.map((record) => recordToMarcXml(record)) as [string, string, string]
    const path = file('odd.xml', marcXmlHeader + one + two.replace('Storm', '<b>Storm') + last + marcXmlFooter)
    const { out, err } = await run('load', path)
    expect(lastLine(out)).toBe('loaded 2, updated 0, repaired 0, rejected 1')
    expect(err).toMatch(/odd\.xml: record 2 was rejected\. Line \d+: /)
  })

  test('if the list cannot be written, it says so', async () => {
    const path = file('letter.mrc', 'Dear librarian')
    mkdirSync(`${path}.rejected.jsonl`)
    const { status, err } = await run('load', path)
    expect(status).toBe(1)
    expect(err).toMatch(/record 1 was rejected/)
    expect(lastLine(err)).toMatch(/letter\.mrc\.rejected\.jsonl: cannot write the list \(EISDIR/)
  })
})

describe('repaired records are listed', () => {
  /** The directory gives each title a length one byte too long. */
  const damaged = (...records: MarcRecord[]) =>
    Buffer.concat(
      records.map((record) => {
        const bytes = Buffer.from(encodeRecord(record).bytes)
        bytes.write('9', bytes.indexOf('245', 24) + 6, 'latin1')
        return bytes
      }),
    )
  const five = ['1', '2', '3', '4', '5'].map((id) => titled(id, 'Holes'))

  test('with position, offset, number and all repairs; the first of them on the screen', async () => {
    const path = file('odd.mrc', Buffer.concat([marcOf(titled('0', 'Whole')), damaged(...five)]))
    const { out, err } = await run('load', path)
    expect(lastLine(out)).toBe('loaded 6, updated 0, repaired 5, rejected 0')
    const lines = readFileSync(`${path}.repaired.jsonl`, 'utf8').trim().split('\n')
    const { offset, repairs, ...first } = JSON.parse(lines[0]!)
    expect(first).toEqual({ position: 2, recordNumber: '1' })
    expect(offset).toBe(marcOf(titled('0', 'Whole')).length)
    expect(repairs.length).toBeGreaterThan(0)
    expect(lines.map((line) => JSON.parse(line).recordNumber)).toEqual(['1', '2', '3', '4', '5'])
    expect(err.trimEnd().split('\n')).toEqual([
      ...[1, 2, 3].map((n) => `${path}: record ${n + 1} (001 ${n}) was repaired. ${repairs.join(' ')}`),
      `${path}: … and 2 more.`,
      `${path}: what was repaired is listed in ${path}.repaired.jsonl`,
    ])
    // Loaded again without damage: the first list must be deleted.
    writeFileSync(path, marcOf(...five))
    await run('load', path)
    expect(existsSync(`${path}.repaired.jsonl`)).toBe(false)
  })

  test('one without a number has none in the list; the assigned one is mentioned', async () => {
    const path = file('numberless.mrc', damaged(titled(undefined, 'Holes')))
    const { err } = await run('load', path)
    const { recordNumber, repairs } = JSON.parse(readFileSync(`${path}.repaired.jsonl`, 'utf8'))
    const [, given] = /was given (\d+)\./.exec(err)!
    expect(recordNumber).toBe('')
    expect(repairs.at(-1)).toBe(`It has no number (001) and was given ${given}.`)
  })

  test('beside the rejected ones, and for a pipe in the current folder', () => {
    const script = join(import.meta.dirname, 'catalogue.ts')
    const path = file('odd.mrc', Buffer.concat([damaged(five[0]!), Buffer.from('This is not a record.\x1d')]))
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'cat "$1" | "$2" "$3" load /dev/stdin', 'sh', path, process.execPath, script],
      { cwd: folder, env: { ...process.env, DATA_DIR: join(folder, 'data') }, encoding: 'utf8' },
    )
    expect(lastLine(stdout)).toBe('loaded 1, updated 0, repaired 1, rejected 1')
    expect(stderr).toContain('listed in dev-stdin.repaired.jsonl\n')
    expect(stderr).toContain('listed in dev-stdin.rejected.jsonl\n')
    expect(readFileSync(join(folder, 'dev-stdin.rejected.jsonl'), 'utf8')).toContain('"position":2')
  })
})

test('a record of another kind is rejected by name, with its number', async () => {
  const of = (kind: string) => ({ ...titled(`is-${kind}`, 'Holes'), leader: `00000n${kind}m a2200000 a 4500` })
  const path = file('kinds.mrc', marcOf(...[...'uvxywqza'].map(of)))
  expect(lastLine((await run('load', path)).out)).toBe('loaded 1, updated 0, repaired 0, rejected 7')
  const listed = readFileSync(`${path}.rejected.jsonl`, 'utf8').trim().split('\n')
  expect(listed.map((line) => JSON.parse(line)).map(({ recordNumber, reason }) => [recordNumber, reason])).toEqual([
    ...[...'uvxy'].map((kind) => [`is-${kind}`, 'This is a holdings record, not a title.']),
    ['is-w', 'This is a classification record, not a title.'],
    ['is-q', 'This is a community information record, not a title.'],
    ['is-z', 'This is an authority record, not a title. Use load --authorities for it.'],
  ])
})

test('a damaged rejected record is named by its number', async () => {
  const bytes = marcOf(three[0]!)
  const title = bytes.lastIndexOf('\x1e', bytes.indexOf('\x1f')) + 1
  const withoutTitle = Buffer.concat([bytes.subarray(0, title), Buffer.from('\x1d')])
  const path = file('damaged.mrc', withoutTitle)
  expect((await run('load', path)).err).toContain(`${path}: record 1 (001 1) was rejected. `)
})

describe('a truncated file reports how many records were read', () => {
  const xml = marcXmlHeader + three.map((record) => recordToMarcXml(record)).join('') + marcXmlFooter
  const good = marcOf(...three)
  const zipped = gzipSync(good)
  const wrong = Buffer.from(zipped)
  wrong[zipped.length - 8]! ^= 1
  test.each([
    ['in.mrc', good.subarray(0, -60), 2, 'The file ends early: 2 records were whole.'],
    ['leader.mrc', good.subarray(0, marcOf(three[0]!).length + 9), 1, 'The file ends early: 1 record was whole.'],
    ['in.xml', xml.slice(0, -60), 2, 'The file ends early: 2 records were whole.'],
    ['behind.xml', xml.slice(0, -9), 3, 'The file ends early: 3 records were whole.'],
    [
      'in.mrc.gz',
      zipped.subarray(0, -30),
      undefined,
      /^The compressed file ends early: (1 record was|2 records were) whole\.$/,
    ],
    ['in.xml.gz', gzipSync(xml.slice(0, -60)), 2, 'The file ends early: 2 records were whole.'],
    ['none.mrc.gz', gzipSync(''), 0, 'The file has no MARC records.'],
  ])('%s', async (name, content, loaded, reason) => {
    const path = file(name, content)
    const { out } = await run('load', path)
    expect(lastLine(out)).toMatch(new RegExp(`^loaded ${loaded ?? '[12]'}, updated 0, repaired 0, rejected 1$`))
    const listed = JSON.parse(readFileSync(`${path}.rejected.jsonl`, 'utf8'))
    expect(listed.reason).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason))
  })

  test.each([
    ['behind', zipped.subarray(0, -3), 'The compressed file ends early: 3 records were whole.'],
    [
      'checksum',
      wrong,
      'The checksum of the compressed file is wrong: 3 records were read, and something in them may be damaged.',
    ],
    [
      'garbage',
      Buffer.concat([zipped, Buffer.from('more')]),
      'There is other data after the compressed data, which was not read: 3 records were whole.',
    ],
  ])("after its last record (%s), which is not a record's fault", async (name, content, reason) => {
    const path = file(`${name}.mrc.gz`, content)
    const { status, out, err } = await run('load', path)
    expect({ status, out: lastLine(out) }).toEqual({ status: 0, out: 'loaded 3, updated 0, repaired 0, rejected 0' })
    expect(err.trimEnd()).toBe(`${path}: ${reason}`)
    expect(existsSync(`${path}.rejected.jsonl`)).toBe(false)
  })

  test('several compressed members, and a compressed file within another, are read completely', async () => {
    const members = Buffer.concat(three.map((record) => gzipSync(marcOf(record))))
    expect(lastLine((await run('load', file('members.mrc.gz', members))).out)).toMatch(/^loaded 3, .* rejected 0$/)
    expect(lastLine((await run('load', file('twice.mrc.gz', gzipSync(zipped)))).out)).toMatch(
      /^loaded 0, .* rejected 0$/,
    )
  })
})

test('an unknown command is named, with the list of commands', async () => {
  const lod = await run('lod')
  expect(lod).toMatchObject({ status: 2, out: '', err: expect.stringContaining('load FILE…') })
  expect(lod.err).toMatch(/^There is no command “lod”\.\n/)
  expect(await run()).toMatchObject({ status: 2 })
  for (const wrong of [['--shards'], ['--shards', '0'], ['--shards', '65'], ['3'], ['--shards', '3', '4']])
    expect((await run('rebuild', ...wrong)).err).toMatch(
      /^rebuild: use --without-lost, or --shards with a number from 1 to 64\.\n/,
    )
  expect(await run('load')).toMatchObject({ status: 2, err: expect.stringMatching(/^load: please name a file\.\n/) })
})

test.each([['--help'], ['-h'], ['help'], ['export', '--help']])('%s is not an error', async (...given) => {
  expect(await run(...given)).toMatchObject({ status: 0, out: expect.stringContaining('npm run -s'), err: '' })
})

test.each([['stats'], ['export'], ['remove', '1']])(
  'if there is no catalogue, %s says so and creates none',
  async (...given) => {
    const { status, out, err } = await run(...given)
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toBe(`There is no catalogue in ${join(folder, 'data/catalogue')} yet. Use load to create one.\n`)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  },
)
