import { forms } from './forms.ts'
import type { Work } from './work.ts'

/** Full and abridged Dewey numbers: `/` marks where the abridged edition stops. */
export function deweyOf({ dewey }: Work): { full: string; abridged: string } {
  return { full: dewey.replaceAll('/', ''), abridged: dewey.split('/')[0] ?? dewey }
}

/** The class without the letters that Australian and New Zealand libraries put before it. */
const classNumber = ({ dewey }: Work) => dewey.replace(/^(?:NZ|[AC])/, '')

const literature = (work: Work) => /^8[1-9]\d/.test(classNumber(work))
const isAboutAPerson = (work: Work) => work.more.has('person')

/** 008/33: 1 fiction, d plays, p poetry, e essays, 0 none of these. */
export function literaryForm(work: Work): '0' | '1' | 'd' | 'p' {
  if (isAboutAPerson(work)) return '0'
  if (work.form === 'graphic') return isPictured(work) ? '1' : '0'
  if (/^398\.2|^398\.8/.test(work.dewey)) return '0'
  if (!literature(work)) return '0'
  if (/^82[2]|^8[1-9]2/.test(classNumber(work)) || work.subjects.includes('Plays')) return 'd'
  if (/^8[1-9]1(?:\/|\.|$)/.test(classNumber(work))) return 'p'
  return /^8[1-9]4/.test(classNumber(work)) ? '0' : '1'
}

/** Comics are classed in 741.5, regardless of subject; biographical and historical ones have their own numbers. */
const isPictured = (work: Work) => /^741\.5/.test(work.dewey) || literature(work)

/** Films, recordings and games have a mark in the data if they are fiction. */
export const isFictionWork = (work: Work): boolean => work.more.has('fiction') || literaryForm(work) === '1'

/** Genre groups are for stories: a funny travel book is not a `Humorous` story. */
export const isStory = (work: Work): boolean => isFictionWork(work) || /^398\.2/.test(work.dewey)

/** Learning areas of the Australian Curriculum that a Dewey class serves. */
export function learningAreas(work: Work): string[] {
  if (isFictionWork(work) || literature(work)) {
    const past = work.genres.includes('hi') || work.genres.includes('wa')
    const screen = forms[work.form].kind === 'g'
    return ['English', ...(past ? ['Humanities and social sciences'] : []), ...(screen ? ['The arts'] : [])]
  }
  const number = Number.parseFloat(classNumber(work))
  return areas.find(({ upTo }) => number < upTo)?.names ?? []
}

const areas = [
  { upTo: 3, names: ['English'] },
  { upTo: 7, names: ['Technologies'] },
  { upTo: 100, names: ['English'] },
  { upTo: 398, names: ['Humanities and social sciences'] },
  { upTo: 430, names: ['English'] },
  { upTo: 500, names: ['Languages'] },
  { upTo: 510, names: ['Science'] },
  { upTo: 520, names: ['Mathematics'] },
  { upTo: 610, names: ['Science'] },
  { upTo: 613, names: ['Science', 'Health and physical education'] },
  { upTo: 620, names: ['Health and physical education'] },
  { upTo: 700, names: ['Technologies'] },
  { upTo: 793, names: ['The arts'] },
  { upTo: 796, names: ['Mathematics'] },
  { upTo: 800, names: ['Health and physical education'] },
  { upTo: 1000, names: ['Humanities and social sciences'] },
]

export const genreNames: Record<string, string> = {
  an: 'Animals',
  cr: 'Crime',
  fa: 'Fantasy',
  hi: 'Historical fiction',
  ho: 'Horror',
  hu: 'Humorous',
  my: 'Mystery and suspense',
  nz: 'New Zealand stories',
  sf: 'Science fiction',
  sp: 'Sports stories',
  wa: 'War',
}

export const audienceNames: Record<Work['audience'], string> = {
  LP: 'Lower primary',
  UP: 'Upper primary',
  LS: 'Lower secondary',
  US: 'Upper secondary',
  AD: 'Adult',
}
