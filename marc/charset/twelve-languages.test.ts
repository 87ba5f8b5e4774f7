import { expect, test } from 'vitest'
import { asLatin1, assemble } from '../damage-testing.ts'
import { decodeRecord } from '../iso2709/iso2709.ts'
import { unicodeToMarc8 } from './marc8-write.ts'

const languages: Record<string, string> = {
  Croatian: 'čaj šuma žaba priča kuća noć Šibenik',
  Czech: 'říše příběh dítě kůň žena čas šťastný hvězda Dvořák zvíře město čtení ŘÍŠE',
  Danish: 'søster æble år børn København grød Ærø vågner gås høj ØST',
  Finnish: 'jää hyvää yötä Kääriäinen metsä pöytä tyttö äiti ÄÄNI päivä öljy sää',
  French: 'été école précédent théâtre garçon forêt Noël élève île maïs août français hôtel Hélène ÉCOLE fée événement',
  German: 'Äpfel Müller schön Größe Straße für Vögel ÄRGERE Bücher über Mädchen König Märchen ÜBUNG Österreich',
  Hungarian: 'őszi könyv űr Petőfi kötő fű Gárdonyi szőlő erdő Ősz Tündér történet',
  Māori: 'Māori whānau kōrero tūī wāhine pēpē tohorā Tāne ngā',
  Polish: 'książka żółw dzień łódź ćwiczenia święta są pięć głos Żółta źródło miś',
  Portuguese: 'coração não irmã avô três mãe lições português São língua época pássaro também Você ÓRGÃO',
  Spanish: 'niño año señor canción pequeño corazón árbol día también pingüino España ESPAÑA héroe íbamos aún Ángel',
  Swedish: 'fågel öster ängel Småland Björn på kärlek Åsa sjö ÄLSKA första år',
}
/** Their bytes in Windows-1252 are words of other letters in MARC-8 (`čole`, `nô`), and nothing says which is meant. */
const eitherWay = new Set('école fée héroe mãe não São'.split(' '))

const latin1 = (text: string) => (/^[\x00-\xff]*$/.test(text) ? asLatin1(text) : undefined)
const sets: [name: string, encode: (text: string) => Buffer | undefined][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['MARC-8', (text) => Buffer.from(unicodeToMarc8(text), 'latin1')],
  ['Windows-1252', latin1],
]

function read(flag: string, ...values: Buffer[]) {
  const fields = values.map((value) => ({ tag: '500', bytes: Buffer.concat([Buffer.from('  \x1fa'), value]) }))
  const { record, repairs } = decodeRecord(assemble({ leader: `00000nam ${flag}2200000 a 4500`, fields }))
  const texts = record.fields.map((field) => ('subfields' in field ? field.subfields[0]!.value.normalize('NFC') : ''))
  return { texts, repairs: repairs.join(' ') }
}

const cases = Object.keys(languages).flatMap((language) =>
  sets.flatMap(([set]) => ['a', ' '].map((flag): [string, string, string] => [language, set, flag])),
)
test.each(cases)('%s in %s, with “%s” in the leader, is right, or left open with a warning', (language, set, flag) => {
  const encode = sets.find(([name]) => name === set)![1]
  const words = languages[language]!.split(' ').filter((word) => encode(word) !== undefined)
  const isRight = (set === 'UTF-8' && flag === 'a') || (set === 'MARC-8' && flag === ' ')
  // Words of one record say in which set they all are.
  if (words.length > 2) expect(read(flag, ...words.map((word) => encode(word)!)).texts).toEqual(words)
  for (const word of words) {
    if (set === 'Windows-1252' && flag === ' ' && eitherWay.has(word)) continue
    for (const text of [word, `The ${word} of the sea, 2nd ed.`]) {
      const alone = read(flag, encode(text)!)
      if (alone.texts[0]!.includes('\ufffd')) expect(alone.repairs).toContain('became U+FFFD')
      else expect(alone.texts).toEqual([text])
      if (isRight) expect(alone).toEqual({ texts: [text], repairs: '' })
      else if (set === 'UTF-8') expect(alone.texts).toEqual([text])
    }
  }
})

const cyrillic = Buffer.from(`${unicodeToMarc8('Война и мир')}`, 'latin1')
test.each<[flag: string, bytes: string, text: string, repairs: string, others?: Buffer]>([
  ['a', '\xe8ARGERE', 'ÄRGERE', 'The leader says UTF-8; the text is MARC-8. \\xE8ARGERE is now ÄRGERE.'],
  ['a', 'j\xe8a\xe8a', 'jää', 'The leader says UTF-8; the text is MARC-8. j\\xE8a\\xE8a is now jää.'],
  ['a', '\xc4pfel', 'Äpfel', 'The leader says UTF-8; the text is Windows-1252. \\xC4pfel is now Äpfel.'],
  [' ', '\xc9t\xe9', 'Été', 'The leader says MARC-8; the text is Windows-1252. \\xC9t\\xE9 is now Été.'],
  [' ', '\xa92020', '©2020', 'The leader says MARC-8; the text is Windows-1252. \\xA92020 is now ©2020.'],
  ['a', '\xa92020', '©2020', 'The leader says UTF-8; the text is Windows-1252. \\xA92020 is now ©2020.'],
  [' ', 'B\xa9 major', 'B♭ major', ''],
  [' ', 'Caf\xe2e', 'Café', '', cyrillic],
  ['a', 'Caf\xe2e', 'Café', 'The leader says UTF-8; the text is MARC-8. Caf\\xE2e is now Café.', cyrillic],
  [' ', 'don\xe1t', 'dont̀', ''],
])('leader/09 “%s” and the bytes %j', (flag, bytes, text, repairs, others) => {
  const found = read(flag, Buffer.from(bytes, 'latin1'), ...(others ? [others] : []))
  expect(found).toEqual({ texts: others ? [text, 'Война и мир'] : [text], repairs })
})

test('a word in MARC-8 stays, though its bytes are letters of Windows-1252 too', () => {
  const words =
    'zemře umřel Fědor Skvrňov neįkainojama įasmeninti paėjo sapņot aizmetņi Lisbôa Corrêa Natalìa Yajñavalkya'
  for (const word of words.split(' '))
    expect(read(' ', Buffer.from(unicodeToMarc8(word), 'latin1'))).toEqual({ texts: [word], repairs: '' })
})
