import { isInDomain } from '#features/school/students/rules.ts'

/** A use of a column in a class list; `name` is a whole name. */
export type Member = 'email' | 'firstName' | 'lastName' | 'name' | 'gender'

/** A column that a person can choose, named by its heading and its first cell. */
export type Choice = { at: number; label: string }
export type Question = { member: Member; choices: Choice[] }
/** The chosen columns, by their label: with other columns in the list, the question is asked again. */
export type Chosen = Partial<Record<Member, string>>
/** `lastNameFirst`: the heading of the whole names has the last name first. */
export type Columns = { of: Partial<Record<Member, number>>; lastNameFirst: boolean; questions: Question[] }

/** How surely a heading means a use: surely, only if no heading does so surely, or only if a person confirms. */
type Trust = 'sure' | 'spare' | 'doubtful'
type Column = { at: number; label: string; cells: string[]; uses: Map<Member, Trust> }

const words = (list: string) => new RegExp(`^(?:${list.trim().split(/\s+/).join('|')})$`)

const otherPeople = words(
  `guardian guardians parent parents mother father mum mom dad mummy daddy carer carers caregiver caregivers whanau whānau
  teacher teachers tutor tutors coach mentor advisor adviser counsellor counselor principal coordinator staff kin nok
  emergency sibling siblings brother sister grandparent grandmother grandfather uncle aunt relative stepmother
  stepfather spouse partner custodian household doctor gp nurse host homestay payer billing librarian dean`,
)
const otherThings = words(
  `id ids no nr num number numbers code barcode card class classes classroom form house homeroom room roll group year
  grade level subject course campus date day birth born dob age phone mobile tel telephone fax street suburb postcode
  state country language ethnicity religion middle initial initials title prefix suffix honorific maiden former previous
  status password pin comment comments notes file domain screen school organisation company`,
)
const students = /^(?:students?|pupils?|learners?|child|children|kid)$/
const ofNoWeight = words('legal official current the of s and or in required optional as enrolled registered')
const firstWords = words('first given fore fname firstname christian')
const lastWords = words('last family sur lname lastname')
const mailWords = /^mails?$/
const signInWords = words('user login account logon upn address')
const weakForMail = words(
  'home personal private alternate alternative alt secondary second backup recovery contact preferred family',
)
const preferredWords = words('preferred known nick display usual called goes chosen')
const genderWords = words('gender sex')
const nameWords = words('name names')
const wholeWords = words('full complete whole')
const neutralForNames = words('name names full complete whole by to')
const neutralForMail = words('school address addresses name id primary main 1')

/** `GivenName`, `given_name` and `Student’s e-mail address` in words. */
const wordsOf = (heading: string): string[] =>
  heading
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/['’]/g, ' ')
    .replace(/email|\be[-\s_]mail/g, ' mail ')
    .replace(/(?<=\p{L})names?\b/gu, ' $&')
    .match(/\p{L}+|\d+/gu) ?? []

/** Uses that a heading may mean; none for other people and things. Undefined for an unknown heading. */
function usesOf(heading: string): Map<Member, Trust> | undefined {
  const found = wordsOf(heading)
  const has = (list: RegExp) => found.some((word) => list.test(word))
  const isOf = (...lists: RegExp[]) =>
    found.every((word) => [students, ofNoWeight, ...lists].some((list) => list.test(word)))
  const only = (member: Member, trust: Trust) => new Map([[member, trust]])
  if (has(otherPeople)) return new Map()
  if (has(mailWords) || has(signInWords)) {
    const clear = has(mailWords) ? 'sure' : 'spare'
    return only('email', !has(weakForMail) && isOf(mailWords, signInWords, neutralForMail) ? clear : 'doubtful')
  }
  if (has(genderWords)) return only('gender', 'sure')
  if (has(otherThings)) return new Map()
  const isKnown = isOf(firstWords, lastWords, preferredWords, neutralForNames)
  const trust = !isKnown ? 'doubtful' : has(preferredWords) ? 'spare' : 'sure'
  const isFirst = has(firstWords)
  const isLast = has(lastWords)
  if (isFirst && isLast) return only('name', trust)
  // A cell `Christian` is a person, and `First aid` no name.
  if (has(nameWords) || (isKnown && found.join(' ') !== 'christian')) {
    if (isFirst || (trust === 'spare' && !isLast && !has(wholeWords))) return only('firstName', trust)
    if (isLast) return only('lastName', trust)
    if (has(nameWords) || has(students)) return only('name', trust)
  }
  return undefined
}

/**
 * The row of headings: before any address, the one with most headings that we know, two at least if it is not the first.
 * Undefined in a list without headings.
 */
export function headingRow(rows: readonly string[][]): number | undefined {
  const addressAt = rows.findIndex((row) => row.some(isAddress))
  const counts = rows.slice(0, addressAt === -1 ? 6 : Math.min(6, addressAt)).map((row) => {
    const uses = row.flatMap((cell) => (cell && usesOf(cell)) || [])
    return uses.some(({ size }) => size > 0) ? uses.length : 0
  })
  const most = Math.max(0, ...counts)
  const at = counts.indexOf(most)
  return most > 1 || (most === 1 && at === 0) ? at : undefined
}

const isAddress = (cell: string) => cell.includes('@')
const isName = (cell: string) => /\p{L}/u.test(cell) && !/[@\p{Nd}]/u.test(cell)
const isGender = (cell: string) => /^(m|f|o|x|na|male|female|other|prefer not to say)$/i.test(cell)
/** Ignores empty cells, which are frequent for genders. */
const mostly = (cells: readonly string[], is: (cell: string) => boolean) => {
  const filled = cells.filter(Boolean)
  return filled.filter(is).length > filled.length / 2
}
const same = (a: Column, b: Column) => a.cells.every((cell, at) => cell.toLowerCase() === b.cells[at]!.toLowerCase())

/**
 * Which column has what: by the heading, as far as the cells agree. Columns about other people are never taken, and where
 * two remain, a person is asked.
 */
export function columnsOf(headings: string[] | undefined, rows: string[][], domain: string, chosen: Chosen): Columns {
  const width = Math.max(headings?.length ?? 0, ...rows.map(({ length }) => length))
  const all = Array.from({ length: width }, (_, at): Column => {
    const cells = rows.map((row) => row[at] ?? '')
    const label = [headings?.[at] || `Column ${at + 1}`, cells.find(Boolean)].filter(Boolean).join(': ')
    return { at, label, cells, uses: (headings && usesOf(headings[at] ?? '')) ?? new Map() }
  })
  const choice = new Choices(all, chosen)
  chooseEmail(choice, all, headings !== undefined, domain)
  const gender = all.find(({ uses, cells }) => (headings ? uses.has('gender') : mostly(cells, isGender)))
  choice.take('gender', gender)
  const named = all.filter((each) => mostly(each.cells, isName) && each !== gender && each.at !== choice.of.email)
  if (headings) chooseNames(choice, named)
  else chooseNamesByCells(choice, named)
  const { firstName, lastName } = choice.of
  // Chosen for both, a column has whole names.
  if (firstName !== undefined && firstName === lastName) choice.of.name = firstName
  const inHeading = wordsOf(headings?.[choice.of.name ?? -1] ?? '')
  const lastAt = inHeading.findIndex((word) => lastWords.test(word))
  return {
    of: choice.of,
    questions: choice.questions,
    lastNameFirst: lastAt !== -1 && inHeading.findIndex((word) => firstWords.test(word)) > lastAt,
  }
}

class Choices {
  readonly of: Columns['of'] = {}
  readonly questions: Question[] = []
  readonly #all: readonly Column[]
  readonly #chosen: Chosen

  constructor(all: readonly Column[], chosen: Chosen) {
    this.#all = all
    this.#chosen = chosen
  }

  take(member: Member, column: Column | undefined) {
    if (column) this.of[member] = column.at
  }

  ask(member: Member, columns: readonly Column[]) {
    const choices = columns.map(({ at, label }) => {
      const twice = this.#all.some((other) => other.at !== at && other.label === label)
      return { at, label: twice ? `${label} (column ${at + 1})` : label }
    })
    this.questions.push({ member, choices })
    const taken = choices.find(({ label }) => label === this.#chosen[member])
    if (taken) this.of[member] = taken.at
  }

  askBoth(columns: readonly Column[]) {
    this.ask('firstName', columns)
    this.ask('lastName', columns)
  }

  /** Takes the column of the highest trust; asks if several differ, or if no heading is clear. */
  among(member: Member, columns: readonly Column[]) {
    for (const trust of ['sure', 'spare'] as const) {
      const [best, ...others] = columns.filter(({ uses }) => uses.get(member) === trust)
      if (!best) continue
      return others.every((other) => same(best, other)) ? this.take(member, best) : this.ask(member, columns)
    }
    if (columns.length > 0) this.ask(member, columns)
  }
}

function chooseEmail(choice: Choices, all: readonly Column[], headed: boolean, domain: string) {
  const addresses = all.filter(({ cells }) => mostly(cells, isAddress))
  if (addresses.length === 0) {
    // Each line then reports that it has no address.
    return choice.take(
      'email',
      all.find(({ uses }) => uses.get('email') === 'sure'),
    )
  }
  const inDomain = ({ cells }: Column) =>
    domain !== '' && mostly(cells, (cell) => isAddress(cell) && isInDomain(bareAddress(cell), domain))
  if (!headed) {
    const ours = addresses.filter(inDomain)
    const left = ours.length > 0 ? ours : addresses
    return left.every((each) => same(each, left[0]!)) ? choice.take('email', left[0]) : choice.ask('email', addresses)
  }
  const clear = addresses.filter(({ uses }) => /sure|spare/.test(uses.get('email') ?? ''))
  const ours = clear.filter(inDomain)
  const others = addresses.some((each) => inDomain(each) && each.uses.get('email') === 'doubtful')
  if (ours.length === 0 && others) return choice.ask('email', addresses)
  const [best, ...more] = ours.length > 0 ? ours : clear
  return best && more.every((other) => same(best, other)) ? choice.take('email', best) : choice.ask('email', addresses)
}

function chooseNames(choice: Choices, named: readonly Column[]) {
  const of = (member: Member) => named.filter(({ uses }) => uses.has(member))
  const sure = (member: Member) => named.find(({ uses }) => uses.get(member) === 'sure')
  const [first, last, whole] = [sure('firstName'), sure('lastName'), sure('name')]
  const part = first ?? last
  if (whole && part && !(first && last) && !isPartOf(part.cells, whole.cells)) {
    // `Name, Surname` and `First name, Name`.
    choice.take(first ? 'lastName' : 'firstName', whole)
    choice.among(first ? 'firstName' : 'lastName', of(first ? 'firstName' : 'lastName'))
  } else if (whole && !(first && last)) choice.among('name', of('name'))
  else if (of('firstName').length + of('lastName').length > 0) {
    choice.among('firstName', of('firstName'))
    choice.among('lastName', of('lastName'))
  } else if (of('name').length > 0) choice.among('name', of('name'))
  else if (named.length > 1) choice.askBoth(named)
  else if (named.length > 0) choice.ask('name', named)
}

/** Without headings: the whole name, or the first and the last name in this order. */
function chooseNamesByCells(choice: Choices, named: readonly Column[]) {
  const [one, two, ...more] = named
  if (!two) return choice.take('name', one)
  // Not before there are addresses: half an address, being typed, looks like a name.
  if (choice.of.email !== undefined && (more.length > 0 || [one!, two].some(({ cells }) => !areParts(cells))))
    return choice.askBoth(named)
  choice.take('firstName', one)
  choice.take('lastName', two)
}

/** False for whole names, and for the few names of teachers and classes. */
const areParts = (cells: string[]) =>
  !mostly(cells, (cell) => /\s/.test(cell)) && (cells.length < 4 || new Set(cells).size > cells.length / 2)

/** True if most of the whole names contain the name beside them. */
function isPartOf(parts: readonly string[], wholes: readonly string[]) {
  const both = wholes.flatMap((whole, at) => (whole && parts[at] ? [[whole, parts[at]] as const] : []))
  return both.filter(([whole, part]) => whole.toLowerCase().includes(part.toLowerCase())).length > both.length / 2
}

/** Accepts `Ada <ada@school.example>` and `mailto:ada@school.example`. */
export const bareAddress = (cell: string) => (/<([^<>]+)>/.exec(cell)?.[1] ?? cell).replace(/^mailto:/i, '').trim()
