import type { ItemType } from '#marc/crosswalk/item-types.ts'

type Term = readonly [term: string, code: string]
/** Leader/06-07, 007, the material that 008/18-34 describes, 300 and the RDA content, media and carrier types. */
export type Form = {
  type: ItemType
  kind: string
  level: 'm' | 's' | 'i' | 'b'
  carrier007: string
  material: 'book' | 'continuing' | 'computer' | 'map' | 'music' | 'visual'
  /** 008/23 or 008/29. */
  item: string
  /** 008/26 of a computer file. */
  file?: string
  extent: string
  content: Term
  media: Term
  carrier: Term
}

const text: Term = ['text', 'txt']
const still: Term = ['still image', 'sti']
const moving: Term = ['two-dimensional moving image', 'tdi']
const object: Term = ['three-dimensional form', 'tdf']
const spoken: Term = ['spoken word', 'spw']
const unmediated: Term = ['unmediated', 'n']
const computer: Term = ['computer', 'c']
const video: Term = ['video', 'v']
const audio: Term = ['audio', 's']
const volume: Term = ['volume', 'nc']
const sheet: Term = ['sheet', 'nb']
const online: Term = ['online resource', 'cr']
const audioDisc: Term = ['audio disc', 'sd']

const book: Form = {
  type: 'Book',
  kind: 'a',
  level: 'm',
  carrier007: 'ta',
  material: 'book',
  item: ' ',
  extent: '1 volume',
  content: text,
  media: unmediated,
  carrier: volume,
}
const overTheWire = {
  carrier007: 'cr cnu|||unuuu',
  item: 'o',
  extent: '1 online resource',
  media: computer,
  carrier: online,
}
const serial: Form = { ...book, type: 'Serial', level: 's', material: 'continuing', extent: 'volumes' }
const program: Form = {
  ...book,
  type: 'Computer file',
  kind: 'm',
  carrier007: 'co cga||||||||',
  material: 'computer',
  item: 'q',
  file: 'b',
  extent: '1 computer disc',
  content: ['computer program', 'cop'],
  media: computer,
  carrier: ['computer disc', 'cd'],
}
const film: Form = {
  ...book,
  type: 'DVD',
  kind: 'g',
  carrier007: 'vd cvaizu',
  material: 'visual',
  extent: '1 videodisc',
  content: moving,
  media: video,
  carrier: ['videodisc', 'vd'],
}
const disc: Form = {
  ...book,
  type: 'Audiobook',
  kind: 'i',
  carrier007: 'sd fungnnmmned',
  material: 'music',
  extent: 'audio discs',
  content: spoken,
  media: audio,
  carrier: audioDisc,
}
const thing: Form = {
  ...book,
  type: 'Object',
  kind: 'r',
  carrier007: '',
  material: 'visual',
  extent: '1 object',
  content: object,
  carrier: ['object', 'nr'],
}

export const forms = {
  book,
  picture: { ...book, extent: '1 volume : illustrations' },
  graphic: { ...book, type: 'Graphic novel', extent: '1 volume : illustrations', content: still },
  'large-print': { ...book, type: 'Large print book', carrier007: 'tb', item: 'd', extent: '1 volume (large print)' },
  braille: {
    ...book,
    type: 'Braille book',
    carrier007: 'fb |||||||',
    item: 'f',
    extent: 'volumes of braille',
    content: ['tactile text', 'tct'],
  },
  serial,
  article: { ...serial, type: 'Article', level: 'b', extent: '2 pages' },
  newspaper: { ...serial, type: 'Newspaper' },
  'online-serial': { ...serial, ...overTheWire, type: 'Online serial' },
  ebook: { ...book, ...overTheWire, type: 'E-book' },
  'online-resource': { ...serial, ...overTheWire, type: 'Online resource', level: 'i' },
  'computer-file': program,
  'computer-game': { ...program, type: 'Game', file: 'g' },
  'data-set': { ...program, type: 'Data set', file: 'a', content: ['computer dataset', 'cod'] },
  font: { ...program, ...overTheWire, type: 'Font', file: 'f' },
  dvd: film,
  'blu-ray': { ...film, type: 'Blu-ray', carrier007: 'vd csaizu' },
  videocassette: {
    ...film,
    type: 'Videocassette',
    carrier007: 'vf cbahou',
    extent: '1 videocassette',
    carrier: ['videocassette', 'vf'],
  },
  film: {
    ...film,
    type: 'Film',
    carrier007: `mr ${'|'.repeat(20)}`,
    extent: '1 film reel',
    media: ['projected', 'g'],
    carrier: ['film reel', 'mr'],
  },
  'online-video': { ...film, ...overTheWire, type: 'Online video', extent: '1 online resource (1 video file)' },
  audiobook: disc,
  'e-audiobook': { ...disc, ...overTheWire, type: 'E-audiobook', extent: '1 online resource (1 audio file)' },
  'music-recording': {
    ...disc,
    type: 'Music recording',
    kind: 'j',
    extent: '1 audio disc',
    content: ['performed music', 'prm'],
  },
  'sound-recording': { ...disc, type: 'Sound recording', extent: '1 audio disc', content: ['sounds', 'snd'] },
  map: {
    ...book,
    type: 'Map',
    kind: 'e',
    carrier007: 'aj canzn',
    material: 'map',
    extent: '1 map',
    content: ['cartographic image', 'cri'],
    carrier: sheet,
  },
  score: {
    ...book,
    type: 'Music score',
    kind: 'c',
    carrier007: 'qu',
    material: 'music',
    extent: '1 score',
    content: ['notated music', 'ntm'],
  },
  art: {
    ...book,
    type: 'Picture',
    kind: 'k',
    carrier007: 'kh |||',
    material: 'visual',
    extent: '1 picture',
    content: still,
    carrier: sheet,
  },
  kit: { ...thing, type: 'Kit', kind: 'o', extent: '1 kit' },
  game: { ...thing, type: 'Game', extent: '1 game' },
  object: thing,
  manuscript: { ...book, type: 'Manuscript', kind: 't', extent: '1 manuscript' },
} satisfies Record<string, Form>

export type FormName = keyof typeof forms
