import type { ResourceType } from '#features/requests/rules.ts'
import type { Day } from '#kit/day.ts'
import type { ControlField, DataField } from '#marc/record.ts'

type Term = [term: string, code: string]
type Kind = {
  /** Leader/06 and 07. */
  leader: string
  /** 007. */
  carrier?: string
  /** 008/18-34. */
  material: string
  /** 336, 337 and 338, in the terms of RDA. */
  content: Term
  media: Term
  carries: Term
  form?: string
}

const text: Term = ['text', 'txt']
const unmediated: Term = ['unmediated', 'n']
const volume: Term = ['volume', 'nc']
const computer: Term = ['computer', 'c']
const online: Term = ['online resource', 'cr']
/** `|`: no attempt to code. */
const book = `||||| ${'|'.repeat(11)}`
const film = (time: string, kind: string) => `${time} |     ||   ${kind}`

const kinds: Record<ResourceType, Kind> = {
  BOOK: { leader: 'am', material: book, content: text, media: unmediated, carries: volume },
  E_BOOK: {
    leader: 'am',
    carrier: 'cr |||||||||||',
    material: `|||||o${'|'.repeat(11)}`,
    content: text,
    media: computer,
    carries: online,
  },
  ONLINE_RESOURCE: {
    leader: 'mm',
    carrier: 'cr |||||||||||',
    material: '    |o  u |      ',
    content: text,
    media: computer,
    carries: online,
  },
  READER_SET: {
    leader: 'am',
    material: book,
    content: text,
    media: unmediated,
    carries: volume,
    form: 'Reader sets',
  },
  // A DVD (007/04 v) until the cataloguer finds that it is a CD.
  DVD_CD: {
    leader: 'gm',
    carrier: 'vd |v||||',
    material: film('---', 'v|'),
    content: ['two-dimensional moving image', 'tdi'],
    media: ['video', 'v'],
    carries: ['videodisc', 'vd'],
  },
  MUSIC_SCORE: {
    leader: 'cm',
    material: '||||| |||||||| | ',
    content: ['notated music', 'ntm'],
    media: unmediated,
    carries: volume,
  },
  OTHER_PHYSICAL_ITEMS: {
    leader: 'rm',
    material: film('nnn', 'rn'),
    content: ['three-dimensional form', 'tdf'],
    media: unmediated,
    carries: ['object', 'nr'],
  },
}

/** 05 n: new; 17 3: abbreviated level; 18 i: ISBD with its punctuation. The encoder sets the lengths. */
export const leaderOf = (type: ResourceType): string => `00000n${kinds[type].leader} a22000003i 4500`

/** 007 and 008. A missing date is `n`, unknown; the cataloguer adds place and language. */
export function fixedFields(type: ResourceType, { today, year }: { today: Day; year: string }): ControlField[] {
  const { carrier, material } = kinds[type]
  const entered = today.slice(2).replaceAll('-', '')
  const dates = year === '' ? 'nuuuuuuuu' : `s${year}    `
  return [
    ...(carrier ? [{ tag: '007', value: carrier }] : []),
    { tag: '008', value: `${entered}${dates}xx ${material}und|d` },
  ]
}

export function mediaFields(type: ResourceType): DataField[] {
  const { content, media, carries, form } = kinds[type]
  const field = (tag: string, [term, code]: Term, source: string): DataField => ({
    tag,
    ind1: ' ',
    ind2: ' ',
    subfields: [
      { code: 'a', value: term },
      { code: 'b', value: code },
      { code: '2', value: source },
    ],
  })
  return [
    field('336', content, 'rdacontent'),
    field('337', media, 'rdamedia'),
    field('338', carries, 'rdacarrier'),
    ...(form ? [{ tag: '655', ind1: ' ', ind2: '4', subfields: [{ code: 'a', value: form }] }] : []),
  ]
}
