import { mapOf } from '#kit/map-of.ts'
import type { FixedFields } from './fixed-fields.ts'
import type { ItemType } from './item-types.ts'

/** The content that a record describes, on any carrier. */
type Content =
  | 'article'
  | 'data'
  | 'font'
  | 'game'
  | 'kit'
  | 'map'
  | 'mixed'
  | 'moving image'
  | 'music'
  | 'object'
  | 'picture'
  | 'program'
  | 'score'
  | 'sound'
  | 'speech'
  | 'text'
  | 'writing'

/** Leader/06; another code counts as text. */
const byKind = mapOf<Content>({
  c: 'score',
  d: 'score',
  e: 'map',
  f: 'map',
  g: 'moving image',
  i: 'speech',
  j: 'music',
  k: 'picture',
  m: 'program',
  o: 'kit',
  p: 'mixed',
  r: 'object',
  t: 'writing',
})

/** 336: $b, $a (RDA content types), and what they are here. */
const contentTypes: [code: string, term: string, content: Content][] = [
  ['cod', 'computer dataset', 'data'],
  ['cop', 'computer program', 'program'],
  ['crd', 'cartographic dataset', 'map'],
  ['crf', 'cartographic three-dimensional form', 'map'],
  ['cri', 'cartographic image', 'map'],
  ['crm', 'cartographic moving image', 'map'],
  ['crn', 'cartographic tactile three-dimensional form', 'map'],
  ['crt', 'cartographic tactile image', 'map'],
  ['ntm', 'notated music', 'score'],
  ['prm', 'performed music', 'music'],
  ['snd', 'sounds', 'sound'],
  ['spw', 'spoken word', 'speech'],
  ['sti', 'still image', 'picture'],
  ['tcf', 'tactile three-dimensional form', 'object'],
  ['tci', 'tactile image', 'picture'],
  ['tcm', 'tactile notated music', 'score'],
  ['tct', 'tactile text', 'text'],
  ['tdf', 'three-dimensional form', 'object'],
  ['tdi', 'two-dimensional moving image', 'moving image'],
  ['tdm', 'three-dimensional moving image', 'moving image'],
  ['txt', 'text', 'text'],
]
const byContentType = new Map(
  contentTypes.flatMap(([code, term, content]): [string, Content][] => [
    [code, content],
    [term, content],
  ]),
)

/** 008/26 of a computer file. Other codes leave the content undecided: a combination, unknown, something else. */
const byFile = mapOf<Content>({
  a: 'data',
  b: 'program',
  c: 'picture',
  d: 'text',
  e: 'data',
  f: 'font',
  g: 'game',
  h: 'sound',
  i: 'program',
  j: 'program',
})

/** 007/00 of a computer file. */
const byCarrier = mapOf<Content>({
  a: 'map',
  d: 'map',
  g: 'picture',
  k: 'picture',
  m: 'moving image',
  q: 'score',
  r: 'map',
  s: 'sound',
  t: 'text',
  v: 'moving image',
})

/** 655 $a of a computer file. */
const byGenre: [genre: RegExp, content: Content][] = [
  [/\bgames?\b/, 'game'],
  [/\b(?:type)?fonts?\b|\btypefaces?\b/, 'font'],
  [/\b(?:maps?|atlas(?:es)?)\b/, 'map'],
  [/\bdata ?sets?\b/, 'data'],
  [/\baudiobooks?\b/, 'speech'],
  [/\bsound (?:recordings?|effects?)\b/, 'sound'],
]

/** Content types that contradict no leader/06: pictures without a word are a book, slides are projected, atlases printed. */
const compatible: Partial<Record<Content, Content[]>> = {
  map: ['data', 'object', 'picture'],
  'moving image': ['picture'],
  music: ['sound'],
  speech: ['sound'],
  text: ['picture'],
}
/** These have contents of every kind. */
const many: Content[] = ['kit', 'mixed', 'object', 'writing']

/** `words`: 245 h, 250, 300, 336-338, 347, 538 and 655; all in lower case. */
export type Description = { words: string; contentTypes: string[]; genres: string[]; isInSerial: boolean }

/** The one table for leader, 007, 008, 33X and 655: resource types by content, then by carrier and form. */
export function itemTypeOf(fixed: FixedFields, description: Description): ItemType {
  const { words } = description
  const online =
    fixed.form === 'o' ||
    has(fixed, 'cr') ||
    /online resource/.test(words) ||
    (fixed.form === 's' && !/\bdis[ck]s?\b/.test(words))
  switch (contentOf(fixed, description, online)) {
    case 'article':
      return 'Article'
    case 'data':
      return 'Data set'
    case 'font':
      return 'Font'
    case 'game':
      return 'Game'
    case 'kit':
      return 'Kit'
    case 'map':
      return 'Map'
    case 'mixed':
      return /\bkit\b/.test(words) ? 'Kit' : 'Manuscript'
    case 'moving image':
      return projectedType(fixed, words, online)
    case 'music':
      return 'Music recording'
    case 'object':
      return visualCode(fixed) === 'g' || /\bgames?\b/.test(words) ? 'Game' : 'Object'
    case 'picture':
      return visualCode(fixed) === 'g' ? 'Game' : 'Picture'
    case 'program':
      return online ? 'Online resource' : 'Computer file'
    case 'score':
      return 'Music score'
    case 'sound':
      return 'Sound recording'
    case 'speech':
      return spokenType(fixed, online)
    case 'text':
      return fixed.isSerial ? serialType(fixed, online) : bookType(fixed, words, online)
    case 'writing':
      return 'Manuscript'
  }
}

/**
 * Leader/06, unless all content types are of one other kind. `text` is no evidence: programs write it into records of
 * anything.
 */
function contentOf(fixed: FixedFields, { contentTypes, genres, isInSerial }: Description, online: boolean): Content {
  const given = new Set(contentTypes.map((type) => byContentType.get(type)).filter((each) => each !== undefined))
  const [only] = given.size === 1 ? given : []
  const ofLeader = byKind.get(fixed.kind) ?? 'text'
  // The text of a website makes no book of it.
  if (ofLeader === 'program') return fileContent(fixed, only === 'text' && online ? undefined : only, given, genres)
  const fits = only === undefined || only === 'text' || many.includes(ofLeader) || compatible[ofLeader]?.includes(only)
  const content = fits ? ofLeader : only
  return content === 'text' && (fixed.level === 'b' || (fixed.level === 'a' && isInSerial)) ? 'article' : content
}

/**
 * Of a computer file. The code in 008/26 decides where it names the content exactly; pictures and figures may be those of
 * a map.
 */
function fileContent(
  { general, carriers }: FixedFields,
  only: Content | undefined,
  given: Set<Content>,
  genres: string[],
): Content {
  const coded = byFile.get(general.charAt(26))
  const genre = byGenre.find(([pattern]) => genres.some((each) => pattern.test(each)))?.[1]
  if (coded === 'font' || coded === 'game') return coded
  if (genre === 'game' || genre === 'font') return genre
  if (coded === 'sound') return given.has('music') ? 'music' : given.has('speech') ? 'speech' : 'sound'
  if (coded === 'program' || coded === 'text') return coded
  const carrier = carriers.map((each) => byCarrier.get(each.charAt(0))).find((each) => each !== undefined)
  if (only !== undefined && only !== 'program' && only !== 'data' && only !== 'text') return only
  if (coded !== undefined) return carrier === 'map' || genre === 'map' ? 'map' : coded
  // A text in a combination may be its manual.
  const combined = general.charAt(26) === 'm' && only === 'text'
  return (combined ? undefined : only) ?? genre ?? carrier ?? 'program'
}

const has = ({ carriers }: FixedFields, start: string) => carriers.some((carrier) => carrier.startsWith(start))

/** 008/33, where it is the kind of visual material. */
const visualCode = ({ material, general }: FixedFields) => (material === 'visual' ? general.charAt(33) : '')

/** 007/00 `v`: 007/01 is the carrier, 007/04 the format (`s` Blu-ray, `v` DVD, `b` VHS). */
function projectedType(fixed: FixedFields, words: string, online: boolean): ItemType {
  const formats = fixed.carriers.filter((carrier) => carrier.startsWith('v')).map((carrier) => carrier.charAt(4))
  if (formats.includes('s') || /blu-?ray/.test(words)) return 'Blu-ray'
  if (formats.includes('v') || /\bdvd/.test(words)) return 'DVD'
  if (online) return 'Online video'
  if (formats.includes('b') || has(fixed, 'vf') || /videocassette|\bvhs\b/.test(words)) return 'Videocassette'
  if (has(fixed, 'vd') || /videodisc/.test(words)) return 'DVD'
  const technique = visualCode(fixed)
  if (technique === 's' || technique === 't' || /\bslides?\b|transparenc/.test(words)) return 'Picture'
  if (technique === 'm' || technique === 'f' || has(fixed, 'm') || /film ?(?:reel|strip)/.test(words)) return 'Film'
  return 'DVD'
}

/** 008/30: lectures, interviews, rehearsals and sounds are not audiobooks. */
function spokenType(fixed: FixedFields, online: boolean): ItemType {
  if (online) return 'E-audiobook'
  const isOther = fixed.material === 'music' && /[lrst]/.test(fixed.general.slice(30, 32))
  return fixed.isSerial || isOther ? 'Sound recording' : 'Audiobook'
}

/** Leader/07 `i` is an integrating resource (a website); 008/21 `n` a newspaper. */
function serialType(fixed: FixedFields, online: boolean): ItemType {
  if (online) return fixed.level === 'i' ? 'Online resource' : 'Online serial'
  return fixed.material === 'serial' && fixed.general.charAt(21) === 'n' ? 'Newspaper' : 'Serial'
}

/**
 * 007 `tb` large print, `tc` and `fb` Braille; 008/24-27 `6` comics and graphic novels. A text on a disc (008/23 `q`) is an
 * e-book too.
 */
function bookType(fixed: FixedFields, words: string, online: boolean): ItemType {
  if (online || fixed.form === 'q' || fixed.kind === 'm') return 'E-book'
  if (fixed.form === 'f' || has(fixed, 'tc') || has(fixed, 'fb') || /\bbraille\b/.test(words)) return 'Braille book'
  if (fixed.form === 'd' || has(fixed, 'tb') || /\blarge (?:print|type)\b/.test(words)) return 'Large print book'
  const comic = fixed.general.slice(24, 28).includes('6') && fixed.material === 'book'
  if (comic || /graphic novel|comic books?, strips|comics \(graphic works\)/.test(words)) return 'Graphic novel'
  return 'Book'
}
