import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { markWords } from '#app/build/languages.ts'
import { around, fill, gap } from './fill.ts'
import { languages, type Messages, messagesOf } from './messages.ts'

const root = join(import.meta.dirname, '..')
const areas = globSync('{features/*,kit/web,platform/*,shell/messages,ui}/messages.ts', { cwd: root }).map((file) =>
  file.replace(/\/messages.ts$/, ''),
)
const textsOf = async (area: string) =>
  ((await import(join(root, area, 'messages.ts'))) as { messages: Messages<Record<string, string>> }).messages.texts
const placesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

/** Common words with the vowels that carry a macron; without it, or with the vowel doubled, they are misspelt. */
const withMacron =
  'āe āheitanga āhua ākonga anō āpure atāhua āwhina ētahi hāngai hoapā hōhonu hōmai īmēra ināianei kāhore kāinga kāore kāri kāwanatanga kōnae kōpaki kōrero kōtaha kōwhiri kōwhiringa mā māori mārama mātou mō mōhio nā nō ngā ō ōrite pānui papapātuhi pātuhi pōuri pūkete pūmatua pūrere pūtirotiro rā rānei rārangi rātou rerekētanga tā tāku tāpiri tāruatia tātai tātari tāurua tēnā tēnei tētahi tīmata tīpako tīwae tō tōku tūemi tūhura tūnga tūtohunga wā wāhanga wāhitau wētahi whāiti whakamātau whakamōhio whakarārangi whakatū whānui whārangi'.split(
    ' ',
  )
const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')
const doubled = (word: string) => word.replace(/[āēīōū]/g, (vowel) => plain(vowel).repeat(2))
/** Those that are other words without their macron: `tatari` is wait, `tātari` filter; `marama` a month. */
const alsoPlain = new Set('ahua ano kari kainga ma marama mo na no o ra ta taku tatai tatari to tunga wa'.split(' '))
const misspelt = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) =>
    withMacron.some((right) => word === doubled(right) || (word === plain(right) && !alsoPlain.has(word))),
  )

test('there are messages of several features', () => {
  expect(areas).toEqual(expect.arrayContaining(['kit/web', 'shell/messages', 'ui']))
})

test.each(areas)('%s has each message in all languages, with the same places to fill', async (area) => {
  const texts = await textsOf(area)
  for (const [key, english] of Object.entries(texts['en-AU']))
    for (const language of languages) {
      const text = texts[language][key] ?? ''
      expect([area, language, key, text.trim()]).not.toEqual([area, language, key, ''])
      expect([key, placesIn(text)]).toEqual([key, placesIn(english)])
    }
})

test.each(areas)('the Māori of %s has its macrons, as single letters', async (area) => {
  const { mi, 'en-AU': english } = await textsOf(area)
  const found = Object.entries(mi)
    .filter(([key, text]) => text !== english[key])
    .flatMap(([key, text]) =>
      text === text.normalize('NFC') ? misspelt(text).map((word) => `${key}: ${word}`) : [`${key}: not composed`],
    )
  expect(found).toEqual([])
})

test('a word is misspelt without its macron or with doubled vowels, unless it is another word', () => {
  expect(misspelt('Nga kopaki, te raarangi, teenei whaarangi')).toEqual([
    'nga',
    'kopaki',
    'raarangi',
    'teenei',
    'whaarangi',
  ])
  expect(misspelt('Whakaaturia ngā tātari. Tatari mai: i tērā marama, taku hapa, whakaatuhia')).toEqual([])
})

test('a message without a translation is English; New Zealand says only what differs', () => {
  const { wordsIn } = messagesOf({ a: 'Colour', b: '{n} records' }, { a: 'Hue' }, { a: null, b: '{n} mauhanga' })
  expect(languages.map((each) => [wordsIn(each).a, wordsIn(each).b({ n: 2 })])).toEqual([
    ['Colour', '2 records'],
    ['Hue', '2 records'],
    ['Colour', '2 mauhanga'],
  ])
})

test('a message is filled, and split around an element', () => {
  expect(fill('{a} and {b}, {a}', { a: 1, b: '$&' })).toBe('1 and $&, 1')
  expect(around(fill('Results for {query}!', { query: gap }))).toEqual(['Results for ', '!'])
})

test('the build marks each message where it is used', () => {
  const code = `import { words } from './messages.ts'
import { words as frame } from '#shell/messages.ts'
const title = words.signIn
const sentence = <p lang={other.words.x}>{frame.noPage({ path: title })}</p>`
  const marked = markWords(code, join(root, 'ui/example.tsx'))
  expect([...marked.marks]).toEqual(['@@ui:signIn@@', '@@shell:noPage@@'])
  expect([...marked.bare]).toEqual(['@@ui:signIn@@'])
  expect(marked.code).toContain('const title = "@@ui:signIn@@"')
  expect(marked.code).toContain('{fillWords("@@shell:noPage@@", { path: title })}')
  expect(marked.code).toContain("import { fill as fillWords } from '#kit/fill.ts'")
})
