import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DataField, MarcField, MarcRecord } from '../record.ts'
import { dataFiles, hasData, readAll } from '../testing.ts'
import { modsFooter, modsHeader, recordToMods } from './mods.ts'
import { breachesOf } from './mods-testing.ts'

/** `650 _7 $a Dogs $2 scot`, `008 …`: `_` is a blank indicator. */
function field(line: string): MarcField {
  if (line.startsWith('00')) return { tag: line.slice(0, 3), value: line.slice(4) }
  const [head, ...parts] = line.split(/ ?\$(?=\w )/)
  const [ind1, ind2] = head!.slice(4).replaceAll('_', ' ')
  const subfields = parts.map((part) => ({ code: part[0]!, value: part.slice(2) }))
  return { tag: line.slice(0, 3), ind1: ind1!, ind2: ind2!, subfields }
}
const mods = (lines: string[], leader = '00000nam a2200000 i 4500') =>
  unindented(recordToMods({ leader, fields: lines.map(field) }))
const unindented = (xml: string) => xml.replace(/>\n *</g, '><')

test.each([
  [
    '245 14 $a The lion, the witch and the wardrobe. $n Part 1, $p The professor : $b a story / $c C.S. Lewis.',
    '<titleInfo usage="primary"><nonSort xml:space="preserve">The </nonSort><title>lion, the witch and the wardrobe</title><subTitle>a story</subTitle><partNumber>Part 1</partNumber><partName>The professor</partName></titleInfo>',
  ],
  ['245 14 $a The lion / $c C.S. Lewis.', '<note type="statement of responsibility">C.S. Lewis</note>'],
  ['245 12 $a A $b b', '<title>A</title>'],
  ['246 14 $a Lion', '<titleInfo type="alternative" displayLabel="Cover title"><title>Lion</title></titleInfo>'],
  ['246 1_ $i Also known as: $a Lion', '<titleInfo type="alternative" displayLabel="Also known as">'],
  [
    '100 1_ $a Lewis, C. S. $q (Clive Staples), $d 1898-1963, $e author. $4 aut',
    '<name type="personal" usage="primary"><namePart>Lewis, C. S. (Clive Staples)</namePart><namePart type="date">1898-1963</namePart><role><roleTerm type="text">author</roleTerm></role><role><roleTerm type="code" authority="marcrelator">aut</roleTerm></role></name>',
  ],
  ['700 0_ $a Elizabeth $b II, $c Queen', '<namePart type="termsOfAddress">II, Queen</namePart>'],
  ['700 3_ $a Weasley (Family)', '<name type="family">'],
  [
    '710 2_ $a New Zealand. $b Ministry of Education.',
    '<name type="corporate"><namePart>New Zealand</namePart><namePart>Ministry of Education</namePart></name>',
  ],
  [
    '264 _1 $a Wellington : $b Huia, $c [2026]',
    '<placeTerm type="text">Wellington</placeTerm></place><publisher>Huia</publisher><dateIssued>[2026]</dateIssued>',
  ],
  ['264 _4 $c ©2025', '<copyrightDate>©2025</copyrightDate>'],
  ['250 __ $a 2nd ed.', '<edition>2nd ed.</edition>'],
  ['300 __ $a 32 pages : $b illustrations ; $c 25 cm', '<extent>32 pages : illustrations ; 25 cm</extent>'],
  ['338 __ $a volume $2 rdacarrier', '<form type="carrier" authority="rdacarrier">volume</form>'],
  ['520 2_ $a About it.', '<abstract type="scope and content">About it.</abstract>'],
  ['505 00 $t One / $r A. -- $t Two', '<tableOfContents>One / A. -- Two</tableOfContents>'],
  ['521 1_ $a 8-10.', '<targetAudience displayLabel="Interest age level">8-10</targetAudience>'],
  ['586 __ $a Carnegie Medal', '<note type="awards">Carnegie Medal</note>'],
  [
    '650 _7 $a Dogs $z New Zealand $y 1900-1999 $v Fiction. $2 scisshl',
    '<subject authority="scisshl"><topic>Dogs</topic><geographic>New Zealand</geographic><temporal>1900-1999</temporal><genre>Fiction</genre></subject>',
  ],
  [
    '651 _0 $a Australia $x History.',
    '<subject authority="lcsh"><geographic>Australia</geographic><topic>History</topic></subject>',
  ],
  [
    '600 17 $a Shakespeare, William, $d 1564-1616. $t Hamlet. $2 scisshl',
    '<subject authority="scisshl"><name type="personal"><namePart>Shakespeare, William</namePart><namePart type="date">1564-1616</namePart></name><titleInfo><title>Hamlet</title></titleInfo></subject>',
  ],
  [
    '650 _0 $a Dogs $0 http://id.loc.gov/authorities/subjects/sh85038796',
    'valueURI="http://id.loc.gov/authorities/subjects/sh85038796"',
  ],
  ['655 _7 $a Fantasy fiction. $2 scisgenre', '<genre authority="scisgenre">Fantasy fiction</genre>'],
  ['082 04 $a 823.914 $2 23', '<classification authority="ddc" edition="23">823.914</classification>'],
  ['082 14 $a 823 $2 15', '<classification authority="ddc" edition="15" displayLabel="abridged">823</classification>'],
  [
    '490 0_ $a Narnia ; $v 2',
    '<relatedItem type="series"><titleInfo><title>Narnia</title><partNumber>2</partNumber></titleInfo></relatedItem>',
  ],
  [
    '773 0_ $t School magazine. $g Vol. 3 $x 1234-5679',
    '<relatedItem type="host"><titleInfo><title>School magazine</title></titleInfo><identifier type="issn">1234-5679</identifier><part><text>Vol. 3</text></part></relatedItem>',
  ],
  ['785 00 $t Later title', '<relatedItem type="succeeding">'],
  [
    '020 __ $a 9780306406157 (pbk.) $z 0306406160',
    '<identifier type="isbn">9780306406157</identifier><identifier type="isbn" invalid="yes">0306406160</identifier>',
  ],
  [
    '022 __ $a 1234-5679 $y 1111-1119',
    '<identifier type="issn">1234-5679</identifier><identifier type="issn" invalid="yes">1111-1119</identifier>',
  ],
  ['035 __ $a (OCoLC)ocm1', '<identifier type="oclc">ocm1</identifier>'],
  ['024 7_ $a 10.1000/182 $2 doi', '<identifier type="doi">10.1000/182</identifier>'],
  ['852 1_ $h 823 $i LEW', '<location><shelfLocator>823 LEW</shelfLocator></location>'],
  [
    '856 40 $u https://example.org/a b $y Read it',
    '<location><url displayLabel="Read it" usage="primary">https://example.org/a%20b</url></location>',
  ],
  ['001 1000001', '<recordIdentifier>1000001</recordIdentifier>'],
  ['245 00 $a Fish & <chips>', '<title>Fish &amp; &lt;chips&gt;</title>'],
])('%s', (line, expected) => {
  const xml = mods([line])
  expect(xml).toContain(expected)
  expect(breachesOf(modsHeader + xml + modsFooter)).toEqual([])
})

test.each(['\u0001', '\u200e', '\ufffe', '\ufffe \ud800'])('of %j nothing is written', (nothing) => {
  const xml = mods(['001 1', `003 ${nothing}`, `082 04 $a 823 $2 ${nothing}`, `245 03 $a ${nothing} A $b ${nothing}`])
  expect(xml).toContain('<recordIdentifier>1<')
  expect(xml).toContain('<classification authority="ddc">823<')
  expect(xml).not.toMatch(/<nonSort|<subTitle/)
})

test('a record is written one element a line', () => {
  const xml = recordToMods({ leader: '00000nam a2200000 i 4500', fields: [field('245 04 $a The <lion>.')] })
  expect(xml.split('\n').slice(0, 6)).toEqual([
    '<mods version="3.7">',
    '  <titleInfo usage="primary">',
    '    <nonSort xml:space="preserve">The </nonSort>',
    '    <title>&lt;lion&gt;</title>',
    '  </titleInfo>',
    '  <typeOfResource>text</typeOfResource>',
  ])
})

test('the codes of 008 come out as words and codes', () => {
  const xml = mods(['008 201121s2019    nz a   j      000 1 eng d', '245 00 $a X'])
  for (const part of [
    '<typeOfResource>text</typeOfResource>',
    '<genre authority="marcgt">fiction</genre>',
    '<placeTerm type="code" authority="marccountry">nz</placeTerm>',
    '<dateIssued encoding="marc">2019</dateIssued>',
    '<languageTerm type="code" authority="iso639-2b">eng</languageTerm><languageTerm type="text">English</languageTerm>',
    '<targetAudience authority="marctarget">juvenile</targetAudience>',
    '<recordCreationDate encoding="marc">201121</recordCreationDate>',
    '<issuance>monographic</issuance>',
  ])
    expect(xml).toContain(part)
})

test('the same content in two scripts is paired', () => {
  const xml = mods(['245 10 $6 880-01 $a Gou', '880 10 $6 245-01/$1 $a 狗'])
  expect(xml).toContain('<titleInfo altRepGroup="01" usage="primary"><title>Gou</title></titleInfo>')
  expect(xml).toContain('<titleInfo altRepGroup="01"><title>狗</title></titleInfo>')
})

/**
 * Every real record of the test data: checked by the written rules always, and by the Library of Congress's own schema
 * if `.ci/run` has fetched it (no part of it is in the project).
 */
const schema = 'node_modules/.cache/mods-schema/xsd/mods-3-7.xsd'
const noXmllint = spawnSync('xmllint', ['--version']).error !== undefined

describe.skipIf(!hasData)('real records', () => {
  // The same records in two other forms would only repeat the test.
  const files = dataFiles('bib', /\.(?:mrc|marc|dat|usmarc|xml)$/).filter((file) => !/\/(?:MARC8|XML)\//.test(file))
  const collectionOf = async (file: string) =>
    modsHeader + (await readAll(file)).records.map(recordToMods).join('') + modsFooter

  test.each(files)('%s keeps to the written rules of MODS', async (file) => {
    expect(breachesOf(await collectionOf(file))).toEqual([])
  })

  test.skipIf(noXmllint)(
    'xmllint finds them well-formed',
    async () => {
      await withFolder(async (folder) => {
        for (const file of files)
          writeFileSync(join(folder, `${file.replaceAll('/', '_')}.xml`), await collectionOf(file))
        expect(xmllint(folder, files)).toBe('')
      })
    },
    60_000,
  )

  test.skipIf(noXmllint || !existsSync(schema))(
    `xmllint finds them valid${existsSync(schema) ? '' : ': skipped, the schema was not fetched'}`,
    async () => {
      await withFolder(async (folder) => {
        for (const file of files)
          writeFileSync(join(folder, `${file.replaceAll('/', '_')}.xml`), await collectionOf(file))
        writeFileSync(join(folder, 'bad.xml'), `${modsHeader}<mods version="3.7"><titel/></mods>${modsFooter}`)
        const says = xmllint(folder, [...files, 'bad'], ['--schema', join(process.cwd(), schema)])
        expect(says.split('\n').filter((line) => !/ validates$|^bad\.xml/.test(line))).toEqual([''])
        expect(says).toContain('bad.xml fails to validate')
      })
    },
    60_000,
  )
})

async function withFolder(run: (folder: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'mods-'))
  try {
    await run(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The two schemas that it imports define the attributes of xml: and xlink:; of those, only xml:space is used. */
function xmllint(folder: string, files: string[], options: string[] = []): string {
  const imports = {
    'http://www.w3.org/2001/xml.xsd': 'xml.xsd',
    'http://www.w3.org/XML/2008/06/xlink.xsd': 'xlink.xsd',
  }
  const schemaOf = (namespace: string, inside: string) =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${inside}</xs:schema>`
  writeFileSync(
    join(folder, 'xml.xsd'),
    schemaOf(
      'http://www.w3.org/XML/1998/namespace',
      '<xs:attribute name="lang" type="xs:string"/><xs:attribute name="space" type="xs:NCName"/>',
    ),
  )
  writeFileSync(
    join(folder, 'xlink.xsd'),
    schemaOf(
      'http://www.w3.org/1999/xlink',
      '<xs:attributeGroup name="simpleLink"/><xs:attributeGroup name="simpleAttrs"/>',
    ),
  )
  const entries = Object.entries(imports).flatMap(([from, to]) => [
    `<uri name="${from}" uri="${to}"/>`,
    `<system systemId="${from}" uri="${to}"/>`,
  ])
  const catalog = join(folder, 'catalog.xml')
  writeFileSync(catalog, `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${entries.join('')}</catalog>`)
  const paths = files.map((file) => `${file.replaceAll('/', '_')}.xml`)
  const { stderr } = spawnSync('xmllint', ['--noout', '--nonet', ...options, ...paths], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, XML_CATALOG_FILES: catalog },
  })
  return stderr
}

test.each(['\u0001', '\u200e', '\u200b', '\ufffe', ' '])('a code that is only %j is no attribute', (code) => {
  const xml = mods([
    `003 ${code}`,
    '001 7',
    `650 _7 $a Dogs $2 ${code}`,
    `655 _7 $a Maps $2 ${code}`,
    `700 17 $a A $2 ${code}`,
  ])
  expect(xml).toContain('<recordIdentifier>7</recordIdentifier>')
  expect(xml).toContain('<subject><topic>Dogs</topic></subject>')
  expect(xml).toContain('<genre>Maps</genre>')
  expect(xml).not.toMatch(/(?:source|authority)="[^a-z]*"/)
})

test('any record keeps to the written rules, no matter what its fields have', () => {
  const tags =
    '010 020 022 024 028 034 035 037 040 041 043 050 082 083 084 086 100 110 111 130 210 240 242 245 246 247 250 255 260 264 300 310 336 338 440 490 500 505 506 510 520 521 534 546 600 610 611 630 648 650 651 653 655 656 658 700 710 711 720 730 740 752 760 773 776 780 787 800 810 830 852 856 880'
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '245-01',
      '880-01',
      'eng',
      'aut',
      'http://example.org/a b',
      'urn:x#y#z',
      ' ',
      '(OCoLC)1',
      '[x]',
      '.',
      ...['\u0001', '\u200e', '\u200b', '\u00ad', '\ufffe', '\ufffe \ud800'],
    ),
  )
  const data: fc.Arbitrary<DataField> = fc.record({
    tag: fc.constantFrom(...tags.split(' ')),
    ind1: fc.constantFrom(...' 0123457'),
    ind2: fc.constantFrom(...' 0123457'),
    subfields: fc.array(fc.record({ code: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0234568'), value: text }), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  const control: fc.Arbitrary<MarcField> = fc.record({
    tag: fc.constantFrom('001', '003', '005', '008'),
    value: fc.oneof(text, fc.string({ unit: 'grapheme-ascii', minLength: 40, maxLength: 40 })),
  })
  const record: fc.Arbitrary<MarcRecord> = fc.record({
    leader: fc.constantFrom('00000nam a2200000 i 4500', '00000cas a2200000 a 4500', '00000ngc a2200000Ii 4500', ''),
    fields: fc.array(fc.oneof(control, data), { maxLength: 10 }),
  })
  fc.assert(
    fc.property(record, (found) => {
      const xml = recordToMods(found)
      expect(breachesOf(modsHeader + xml + modsFooter)).toEqual([])
      expect(xml).not.toMatch(/="[\s\p{Cf}]*"/u)
    }),
    { numRuns: 300 },
  )
})
