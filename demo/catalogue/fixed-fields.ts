import { isFictionWork, literaryForm } from './classification.ts'
import { type Form, forms } from './forms.ts'
import type { AudienceCode, Work } from './work.ts'

/** Lengths and addresses are filled in when the record is written. */
export const leaderOf = ({ kind, level }: Form): string => `00000n${kind}${level} a2200000 i 4500`

/** 008/22 in books, music, visual materials and computer files. */
const audienceCodes: Record<AudienceCode, string> = { LP: 'b', UP: 'c', LS: 'd', US: 'd', AD: 'e' }

/** 008: dates and country, 17 positions by material, language. */
export function generalOf(work: Work): string {
  const country = work.publisher?.country ?? work.more.get('country') ?? 'xx'
  const general = `${work.catalogued}${datesOf(work)}${country.padEnd(3)}${materialOf(work)}${work.languages[0]} d`
  if (general.length !== 40) throw new Error(`${work.id}: 008 has ${general.length} positions`)
  return general
}

function datesOf({ date }: Work): string {
  const continuing = date.kind === 'running'
  if (continuing) return `${date.to ? 'd' : 'c'}${date.from}${date.to || '9999'}`
  return date.kind === 'between' ? `q${date.from}${date.to}` : `s${date.from}    `
}

function materialOf(work: Work): string {
  const form: Form = forms[work.form]
  const audience = audienceCodes[work.audience]
  switch (form.material) {
    case 'book':
      return `${illustrations(work)}${audience}${form.item}${contents(work)} 000 ${literaryForm(work)}${biography(work)}`
    case 'continuing':
      return `${work.more.get('freq') ?? ' '}r ${continuingKind(work)} ${form.item}     0   ${form.level === 'i' ? '|2' : 'a0'}`
    case 'computer':
      return `    ${audience}${form.item}  ${form.file ?? '|'}        `
    case 'map':
      return '||||   a     0   '
    case 'music':
      return form.kind === 'i'
        ? `nnnn${audience}${form.item}      ${spokenForm(work)} n `
        : `uu${form.kind === 'c' ? 'z' : 'n'} ${audience}${form.item}         n `
    case 'visual':
      return `||| ${audience}      ${form.item}   ${visualKind(work)}${form.kind === 'g' ? 'u' : 'n'}`
  }
}

const illustrations = ({ form }: Work) => (form === 'picture' || form === 'graphic' ? 'a   ' : '||||')

/** 008/24-27: comics, dictionaries, encyclopedias. */
function contents({ form, subjects }: Work): string {
  if (form === 'graphic') return '6   '
  if (subjects.includes('Dictionaries')) return 'd   '
  return subjects.includes('Encyclopedias') ? 'e   ' : '    '
}

/** 008/34: the life of the author, of one person, of several. */
function biography(work: Work): string {
  const person = work.more.get('person')
  if (person) return person.split(',')[0] === work.names[0]?.heading.split(',')[0] ? 'a' : 'b'
  return work.subjects.includes('Biography') || work.dewey.startsWith('920') ? 'c' : ' '
}

/** 008/21. */
const continuingKind = ({ form }: Work) => (form === 'newspaper' ? 'n' : form === 'online-resource' ? 'w' : 'p')

/** 008/30-31 of sound recordings. */
function spokenForm(work: Work): string {
  if (work.subjects.includes('Plays')) return 'd '
  if (isFictionWork(work)) return 'f '
  if (work.form !== 'sound-recording') return '  '
  return work.subjects.includes('Speeches') ? 'l ' : 's '
}

/** 008/33 of visual materials. */
function visualKind({ form }: Work): string {
  const kinds: Partial<Record<Work['form'], string>> = { kit: 'b', game: 'g', object: 'r', art: 'i', film: 'm' }
  return kinds[form] ?? 'v'
}
