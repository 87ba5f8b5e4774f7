import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allSentences, type Sentence, sentencesOf } from './app/build/words.ts'

/** A phrase that nobody should read here, the better one, and a sentence that had it. */
type Unwanted = [phrase: RegExp, better: string, sentence: string]

const unwanted: Unwanted[] = [
  [/\be-mail/i, 'email', 'Please enter an e-mail address.'],
  [/\bmail(ed|ing)\b/i, 'emailed', 'You are mailed as soon as the records are ready.'],
  [/^Mail (…|(a|an|it|the|this|new|to)\b)/, 'Email', 'Mail … a new PIN?'],
  [/\b(a|an|one|this|the|each) mail\b(?! (address|host|program|relay|server))/i, 'an email', 'Each gets a mail.'],
  [/\bmails\b(?!=)/i, 'emails', 'Mails about invoices go to'],
  [/\bmail programs?\b/i, 'email program', 'As a mail program writes it.'],
  [/\buser names?\b/i, 'username', 'The user name or the password is not right.'],
  [/\banew\b/i, 'again', 'Ask anew'],
  [/\bwhom(ever|soever)\b/i, 'anyone', 'Every request of your school, by whomever it was made.'],
  [/\bwhoever\b/i, 'anyone who', 'Whoever has the link can use it.'],
  [/\beverybody\b/i, 'everyone', 'Everybody of your school finds the folder.'],
  [/\bsomebody\b/i, 'someone', 'Somebody else has changed this.'],
  [/\banybody\b/i, 'anyone', 'A receipt, for anybody who knows its id'],
  [/\bas in (?!the\b)/i, 'for example', 'Please enter a day, as in 31/12/2027.'],
  [/\bstands? (at|beside|here|in|on|with)\b/i, 'appears on', 'Stands on the quote and the invoice.'],
  [/\b(?<!have |has |had )begun\b/i, 'started', 'Draft begun'],
  [/\bh(ave|as|ad) begun\b/i, 'has started', 'Your free trial has begun'],
  [/\b(is|are|was|were) told\b/i, 'sees', 'What people are told'],
  [/\bmend(ed)?\b/i, 'fix', 'Mend'],
  [/\bto be paid\b/i, 'outstanding', 'Still to be paid'],
  [/\bto be decided\b/i, 'needs review', 'To be decided'],
  [/\bcame? of it\b/i, 'result', 'Each try to pay by card, with what came of it.'],
  [/\bworks? no more\b/i, 'no longer works', 'The former link works no more.'],
  [/\bin the place of\b/i, 'instead of', 'Puts a backup in the place of everything.'],
  [/\btaken? (back|out)\b/i, 'undone, removed', 'The item is taken out'],
  [/\bshut out\b|\blet in again\b/i, 'disabled, enabled', 'This person is shut out.'],
  [/\bask(ed)? for it again\b|\basked for twice\b/i, 'request again', 'Asked for twice'],
  [/\bis like (this|that)\b/i, 'No … found', 'No request is like this'],
  [/\blooked into\b/i, 'checked', 'A reminder could not be looked into.'],
  [/\bby itself\b/i, 'automatically', 'This page updates by itself.'],
  [/\b(can|may|will|cannot) go on\b/i, 'continue', 'The message says when you can go on.'],
  [/\bstays? as (it is|they are)\b/i, 'doesn’t change', 'The order stays as it is.'],
  [/\b(parcel|item)s? under way\b/i, 'in transit', 'Parcels under way come last.'],
  [/\band the like\b/i, 'and similar', 'Wrong check digits and the like'],
  [/\b(is|are|was) no (?!longer\b|more\b|one\b)\w+ of\b/i, 'is not a', 'It is no assertion of SAML 2.0.'],
  [/\ball requests of\b|\bevery request of\b/i, 'all your school’s requests', 'Lists all requests of your school.'],
  [
    /\b(what|whatever) (the|this|your|a) \w+ lacks?\b/i,
    'items that aren’t in',
    'Have us catalogue what the catalogue lacks.',
  ],
  [/\bpupils?\b/i, 'students', 'Please enter the number of pupils and students.'],
  [/\b(whence|whither|thereof|therein|thereby|wherein|whereby|hereby)\b/i, 'plain words', 'From whence it came'],
  [/\blogin to\b/i, 'sign in to', 'Login to see your cart.'],
  [/\bauthorized\b/i, 'authorised', 'You are not authorized.'],
  [/\batleast\b/i, 'at least', 'Enter atleast one.'],
  [/\boccured\b/i, 'occurred', 'An error has occured.'],
  [/\bdoesnt\b/i, 'doesn’t', 'Item doesnt exist.'],
  [/\brecept\b/i, 'receipt', 'See your recept.'],
]

/** The specification's sentences, to the letter. */
const ofTheSpecification = [
  'Please login to view the shopping cart.',
  'Sorry you are not authorized to view this order details.',
  'There should be atleast one invoicing contact',
  'Password length must be atleast 14 characters',
  'An unknown error has occured. Please contact the system administrator.',
  'Item doesnt exist in the folder',
  'Please see below for your recept:',
]

/** The privacy policy as people have consented to it: a published version is never edited. */
const ofThePolicy = ['Your name, your work e-mail address', 'Of students we keep a name, an e-mail address']

type Fault = { phrase: string; better: string }

function faultsIn(text: string): Fault[] {
  const own = [...ofTheSpecification, ...ofThePolicy].reduce((left, each) => left.replaceAll(each, ' '), text)
  return unwanted.flatMap(([phrase, better]) => {
    const [found] = own.match(phrase) ?? []
    return found === undefined ? [] : [{ phrase: found, better }]
  })
}

const inWords = (sentences: readonly Sentence[]) =>
  sentences.flatMap(({ at, text }) =>
    faultsIn(text).map(({ phrase, better }) => `${at}: “${phrase}”, better “${better}”: ${text}`),
  )

/** A document's lines, without what a reader types or a program is called. */
function linesOf(file: string, text: string): Sentence[] {
  const unfenced = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, (code) => code.replaceAll(/[^\n]/g, ''))
  return unfenced
    .split('\n')
    .map((line, i) => ({ at: `${file}:${i + 1}`, text: line.replaceAll(/`[^`]*`/g, '`').trim() }))
    .filter(({ text }) => text !== '')
}

const sentences = allSentences()

test('sentences of the program use plain words', () => {
  expect(sentences.length).toBeGreaterThan(5000)
  expect(inWords(sentences)).toEqual([])
})

test('documents use plain words', () => {
  const documents = globSync(['*.md', 'docs/**/*.md']).sort()
  expect(documents.length).toBeGreaterThan(20)
  expect(inWords(documents.flatMap((file) => linesOf(file, readFileSync(file, 'utf8'))))).toEqual([])
})

test.each(unwanted)('%s is found', (phrase, _, sentence) => {
  expect(sentence).toMatch(phrase)
  expect(faultsIn(sentence)).not.toEqual([])
})

test('a fault is found in strings, templates and texts of pages, with its line', () => {
  const source = `import { begun } from './has begun.ts'
type State = 'BEGUN' | 'the state begun'
const kinds = { begun: 'begun', value: begun }
const label = 'Draft begun'
const sent = (name: string) => \`\${name} is mailed the reason.\`
const page = (
  <p className="is told begun" title="As in 10001">
    The amount is to be
    <b>paid</b> {label}.
  </p>
)
const rows = sql\`select begun from whoever begun\`
`
  expect(inWords(sentencesOf('page.tsx', source)).map((each) => each.split(': ').slice(0, 2).join(': '))).toEqual([
    'page.tsx:4: “begun”, better “started”',
    'page.tsx:5: “mailed”, better “emailed”',
    'page.tsx:7: “As in ”, better “for example”',
    'page.tsx:7: “to be paid”, better “outstanding”',
  ])
})

test('a fault is found in a document, but not in its code', () => {
  const text = 'Mails are at `/mails`.\n\n```sh\nsend mails\n```\nMails again.'
  expect(inWords(linesOf('a.md', text)).map((each) => each.split(':')[1])).toEqual(['1', '6'])
})

test('sentences of the specification and the policy are left alone, and are used', () => {
  const exempt = [...ofTheSpecification, ...ofThePolicy]
  expect(exempt.flatMap(faultsIn)).toEqual([])
  const texts = sentences.map(({ text }) => text.replaceAll('’', "'"))
  expect(exempt.filter((each) => !texts.some((text) => text.includes(each)))).toEqual([])
})
