import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asIso5426, asLatin1, asMarc8, assemble, fieldText } from './damage-testing.ts'
import { type ReadRecord, readRecords } from './read-records.ts'

const fields = [
  ['001', 'n1'],
  ['100', '1 \x1faMüller, Jürgen,\x1fd1947-'],
  ['245', "10\x1faVocabulaire d'esthétique /\x1fcÉtienne Souriau ; préface de Françoise Garçon."],
  ['520', '  \x1faÀ la fin, un résumé bien écrit et une traduction très élégante.'],
] as const
const right = fields.map(([tag, text]) => `${tag} ${text.replaceAll('\x1f', '$')}`)

type Encode = (text: string) => Buffer
const utf8: Encode = (text) => Buffer.from(text)
const utf16le: Encode = (text) => Buffer.from(text, 'utf16le')
const utf16be: Encode = (text) => Buffer.from(text, 'utf16le').swap16()
const marked = (encode: Encode) => (text: string) => encode(`\ufeff${text}`)

const xml = (declared: string, values: (text: string) => string = (text) => text) =>
  `${declared && `<?xml version="1.0"${declared === 'none' ? '' : ` encoding="${declared}"`}?>\n`}<collection>${[1, 2]
    .map(
      () =>
        `<record><leader>00000nam a2200000 a 4500</leader>${fields
          .map(([tag, text]) => {
            const [head = '', ...parts] = text.split('\x1f')
            if (parts.length === 0) return `<controlfield tag="${tag}">${text}</controlfield>`
            const subfields = parts.map((part) => `<subfield code="${part[0]}">${values(part.slice(1))}</subfield>`)
            return `<datafield tag="${tag}" ind1="${head[0]}" ind2="${head[1]}">${subfields.join('')}</datafield>`
          })
          .join('')}</record>\n`,
    )
    .join('')}</collection>`
const mrk = (flag: string) =>
  `=LDR  00000nam\\${flag}2200000\\a\\4500\r\n${fields.map(([tag, text]) => `=${tag}  ${text.replaceAll('\x1f', '$')}\r\n`).join('')}\r\n`.repeat(
    2,
  )
const lif = () =>
  `LDR00000nam a2200000 a 4500^\r\n${fields
    .map(([tag, text], i) => `${tag}${text.replaceAll('\x1f', '_')}^${i === fields.length - 1 ? '`' : ''}\r\n`)
    .join('')}`.repeat(2)
const iso2709 = (flag: string) => (encode: Encode) => {
  const parts = fields.map(([tag, text]) => ({ tag, bytes: encode(text) }))
  const bytes = assemble({ leader: `00000nam ${flag}2200000 a 4500`, fields: parts })
  return Buffer.concat([bytes, bytes])
}
const text = (file: string) => (encode: Encode) => encode(file)

async function read(file: Uint8Array, size = file.length) {
  const chunks: Uint8Array[] = []
  for (let at = 0; at < file.length; at += size) chunks.push(file.subarray(at, at + size))
  const records: ReadRecord[] = []
  for await (const item of readRecords(chunks)) {
    if ('error' in item) throw item.error
    records.push(item)
  }
  return records
}

const declarations = ['', 'none', 'UTF-8', 'utf-16', 'ISO-8859-1', 'windows-1252', 'x-unheard-of']
const forms: [form: string, says: string, write: (encode: Encode) => Buffer][] = [
  ['ISO 2709', 'a', iso2709('a')],
  ['ISO 2709', 'blank', iso2709(' ')],
  ['the mnemonic form', 'a', text(mrk('a'))],
  ['the mnemonic form', 'blank', text(mrk('\\'))],
  ['MicroLIF', 'nothing', text(lif())],
  ...declarations.map((declared): (typeof forms)[number] => ['MARCXML', declared, text(xml(declared))]),
]
const sets: [name: string, encode: Encode, agrees: RegExp][] = [
  ['UTF-8', utf8, /^(?:a|nothing||none|UTF-8|x-.*)$/],
  ['Windows-1252', asLatin1, /^(?:ISO-8859-1|windows-1252)$/],
  ['MARC-8', asMarc8, /^blank$/],
  ['ISO 5426', asIso5426, /^$/],
]
const latin = /^(?:ISO-8859-1|windows-1252)$/

describe.each(forms)('%s that says “%s”', (form, says, write) => {
  test.each(sets)(
    'and is in %s is read in its true set, and the difference is reported',
    async (name, encode, agrees) => {
      // Windows-1252 accepts any bytes.
      if (latin.test(says) && (name === 'MARC-8' || name === 'ISO 5426')) return
      const records = await read(write(encode))
      expect(records).toHaveLength(2)
      for (const { record, repairs } of records) {
        expect(record.fields.map(fieldText)).toEqual(right)
        expect(repairs.length > 0).toBe(name === 'ISO 5426' || !agrees.test(says))
      }
      expect(await read(write(encode), 7)).toEqual(records)
    },
  )

  test.runIf(form !== 'ISO 2709').each([
    ['UTF-16LE', utf16le],
    ['UTF-16BE', utf16be],
    ['UTF-16LE with a mark', marked(utf16le)],
    ['UTF-16BE with a mark', marked(utf16be)],
  ])('and is in %s is read in that set', async (_, encode) => {
    const records = await read(write(encode))
    expect(records).toHaveLength(2)
    const isDeclaredByXml = form === 'MARCXML' && !['', 'none', 'utf-16'].includes(says)
    for (const { record, repairs } of records) {
      expect(record.fields.map(fieldText)).toEqual(right)
      expect(repairs.length > 0).toBe(form !== 'MARCXML' || isDeclaredByXml)
    }
  })

  /** Formats other than ISO 2709 do not keep their bytes: no character may be lost or changed silently. */
  test('and has arbitrary bytes in its text loses none silently', async () => {
    const bytes = fc.uint8Array({ min: 0x80, minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 99 }), async (stray, size) => {
        const file = write(utf8)
        const at = file.lastIndexOf(' la fin')
        const records = await read(Buffer.concat([file.subarray(0, at), stray, file.subarray(at)]), size)
        const last = records.at(-1)!
        const found = fieldText(last.record.fields.at(-1)!)
        expect(found).toContain('la fin')
        if (found.includes('\ufffd') && !Buffer.from(stray).includes('\ufffd')) {
          expect(last.repairs).not.toEqual([])
          if (form !== 'ISO 2709') expect(says).toMatch(/^blank$/)
        }
        if (form !== 'ISO 2709') expect(found.length).toBeGreaterThan(right.at(-1)!.length)
      }),
      { numRuns: 150 },
    )
  })
})

test('in a file of many records, the one in another set is detected on its own', async () => {
  const one = (title: Buffer) =>
    Buffer.concat([
      Buffer.from('<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">1</controlfield>'),
      Buffer.from('<datafield tag="245" ind1="0" ind2="0"><subfield code="a">'),
      title,
      Buffer.from('</subfield></datafield></record>'),
    ])
  const titles = [utf8('Été —'), asLatin1('Été'), utf8('Été'), Buffer.from('Plain')]
  const file = Buffer.concat([Buffer.from('<collection>'), ...titles.map(one), Buffer.from('</collection>')])
  const repairs = ['1 value that is not UTF-8 was read as Windows-1252.', '\\xC9t\\xE9 is now Été.']
  for (const size of [1, 50, file.length]) {
    const records = await read(file, size)
    expect(records.map(({ repairs }) => repairs)).toEqual([[], repairs, [], []])
    expect(records.map(({ record }) => fieldText(record.fields[1]!))).toEqual([
      '245 00$aÉté —',
      '245 00$aÉté',
      '245 00$aÉté',
      '245 00$aPlain',
    ])
  }
})
