import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import type { Question } from './relevance-questions.ts'

type Described = Pick<
  BibliographicDocument,
  'id' | 'title' | 'mainAuthor' | 'series' | 'subjects' | 'scisType' | 'language' | 'targetAudienceText'
>

/** Questions with more words than a record has, as librarians and pupils type them. */
export function questionsAsked(documents: readonly Described[]): [name: string, questions: Question[]][] {
  const questions = new Asked(documents)
  return [
    ['with function words', questions.about(['books about %', 'why are there %', 'stories of the %', 'what is %?'])],
    ['with a type', questions.ofType()],
    ['for an audience', questions.forAudience()],
    ['in a language', questions.inLanguage()],
    ['place in a series', questions.inSeries()],
    [
      'with further words',
      questions.about(['% facts and worksheets', '% school assignment help', 'the best % resources']),
    ],
    ['further words and a typo', questions.withTypo()],
  ]
}

/** As people name a type. */
const typed: [types: readonly string[], words: string[]][] = [
  [
    ['Audiobook', 'E-audiobook'],
    ['audiobook', 'audio book', 'talking book'],
  ],
  [['Large print book'], ['large print', 'large-print edition']],
  [['Braille book'], ['in braille']],
  [['Graphic novel'], ['graphic novel', 'comic', 'comics']],
  [['E-book'], ['ebook', 'e-book']],
  [['DVD'], ['dvd', 'on dvd']],
  [itemTypes.Video, ['movie', 'film', 'video']],
  [itemTypes.Serials, ['magazine', 'journals']],
  [itemTypes.Books, ['book', 'chapter books', 'books']],
]
const audiences: [recorded: RegExp, words: string[]][] = [
  [/lower primary|^primary/i, ['for lower primary', 'for year 2', 'for grade 1', 'for 7 year olds']],
  [/upper primary/i, ['for upper primary', 'for year 5', 'years 5-6', 'for ages 10-12']],
  [/lower secondary|^adolescent/i, ['for year 8', 'for lower secondary', 'for teens', 'middle school']],
  [/upper secondary/i, ['for upper secondary', 'year 12', 'for young adults']],
  [/primary|juvenile|preschool/i, ['for kids', 'for children', 'kids books']],
  [/^adult/i, ['for adults']],
]

class Asked {
  private readonly documents: readonly Described[]
  constructor(documents: readonly Described[]) {
    this.documents = documents
  }

  /** Each subject in each of the phrases by turns; a title that has it answers, too. */
  about(phrases: string[]): Question[] {
    const byWord = new Map<string, { id: string; text: string }[]>()
    for (const { id, title, subjects } of this.documents) {
      const text = [title.titlePrimary, ...subjects].join(' ').toLowerCase()
      for (const word of new Set(wordsOf(text))) {
        const known = byWord.get(word)
        if (known) known.push({ id, text })
        else byWord.set(word, [{ id, text }])
      }
    }
    return this.grouped(({ subjects }) => subjects.map(mainHeading)).map(({ text }, i) => {
      const subject = text.toLowerCase()
      const among = byWord.get(wordsOf(subject)[0] ?? '') ?? []
      return {
        text: phrases[i % phrases.length]!.replace('%', subject),
        answers: new Set(among.filter((each) => each.text.includes(subject)).map(({ id }) => id)),
      }
    })
  }

  ofType(): Question[] {
    return typed.flatMap(([types, words]) =>
      this.grouped((each) => (types.includes(each.scisType) ? [surnameFirst(each), shortTitle(each)] : [])).map(
        ({ text, answers }, i) => ({ text: `${text} ${words[i % words.length]}`, answers }),
      ),
    )
  }

  /** A record for others is no right answer. */
  forAudience(): Question[] {
    return audiences.flatMap(([recorded, words]) =>
      this.grouped(({ subjects, targetAudienceText }) =>
        targetAudienceText.some((text) => recorded.test(text)) ? subjects.map(mainHeading) : [],
      ).map(({ text, answers }, i) => ({ text: `${text.toLowerCase()} ${words[i % words.length]}`, answers })),
    )
  }

  inLanguage(): Question[] {
    return this.grouped((each) =>
      each.language[0] === 'English' || each.language.length !== 1
        ? []
        : [[shortTitle(each), (each.language[0] ?? '').replace(/[,(].*/, '').trim()].join('\n')],
    ).map(({ text, answers }, i) => {
      const [title, language] = text.split('\n') as [string, string]
      return { text: [`${title} ${language}`, `${title} in ${language.toLowerCase()}`][i % 2]!, answers }
    })
  }

  inSeries(): Question[] {
    return this.grouped(({ series }) =>
      series.flatMap((text) => {
        const [, name, number] = /^([^;]{4,}?)\s*;[^;\d]*(\d{1,2})$/.exec(text) ?? []
        return name && number ? [`${name.replace(/\s*\(.*\)/, '')}\n${number}`] : []
      }),
    ).map(({ text, answers }, i) => {
      const [name, number] = text.split('\n') as [string, string]
      return {
        text: [`${name} book ${number}`, `${name} volume ${number}`, `${name} #${number}`, `book ${number} ${name}`][
          i % 4
        ]!,
        answers,
      }
    })
  }

  /** One letter of the longest word is missing, and a word follows that says what is wanted. */
  withTypo(): Question[] {
    return this.grouped((each) => [shortTitle(each)]).flatMap(({ text, answers }, i) => {
      const words = text.split(/\s+/)
      const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
      if (words.length < 2 || !/^[A-Za-z]{6,}$/.test(longest)) return []
      const place = 2 + (i % (longest.length - 3))
      const wrong = longest.slice(0, place) + longest.slice(place + 1)
      return [{ text: `${text.replace(longest, wrong)}${[' book', ' please', ' novel'][i % 3]}`, answers }]
    })
  }

  private grouped(textsOf: (document: Described) => string[]): Question[] {
    const found = new Map<string, { text: string; answers: Set<string> }>()
    for (const document of this.documents)
      for (const text of new Set(textsOf(document))) {
        const key = text.toLowerCase()
        if (key.trim() === '') continue
        const known = found.get(key) ?? { text, answers: new Set<string>() }
        known.answers.add(document.id)
        found.set(key, known)
      }
    return [...found.values()]
  }
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
const mainHeading = (heading: string) => heading.split(' -- ')[0]!.replace(/\s*\(.*\)|,.*$/g, '')
const shortTitle = ({ title }: Described) => title.titlePrimary.split(/\s*[:;/=.[]/)[0]!.trim()
const surnameFirst = ({ mainAuthor }: Described) => {
  const [surname = '', given = ''] = mainAuthor.namePersonalPrimary.split(', ')
  return given === '' ? '' : `${given.replace(/[,.(].*$/, '')} ${surname}`
}
