import type { FixedFields } from './fixed-fields.ts'
import type { ItemType } from './item-types.ts'

/**
 * Resource type from leader/06-07, 007/00-04, the form of item in 008, and the words of 245 h, 250, 300, 336-338, 347,
 * 538 and 655 (in lower case).
 */
export function itemTypeOf(fixed: FixedFields, words: string): ItemType {
  const online =
    fixed.form === 'o' ||
    has(fixed, 'cr') ||
    /online resource/.test(words) ||
    (fixed.form === 's' && !/\bdis[ck]s?\b/.test(words))
  switch (fixed.kind) {
    case 'c':
    case 'd':
      return 'Music score'
    case 'e':
    case 'f':
      return 'Map'
    case 'g':
      return projectedType(fixed, words, online)
    case 'i':
      return spokenType(fixed, online)
    case 'j':
      return 'Music recording'
    case 'k':
      return fixed.general.charAt(33) === 'g' ? 'Game' : 'Picture'
    case 'm':
      return online ? 'Online resource' : 'Computer file'
    case 'o':
      return 'Kit'
    case 'p':
      return /\bkit\b/.test(words) ? 'Kit' : 'Manuscript'
    case 'r':
      return fixed.general.charAt(33) === 'g' || /\bgames?\b/.test(words) ? 'Game' : 'Object'
    case 't':
      return 'Manuscript'
    default:
      return fixed.isSerial ? serialType(fixed, online) : bookType(fixed, words, online)
  }
}

const has = ({ carriers }: FixedFields, start: string) => carriers.some((carrier) => carrier.startsWith(start))

/** 007/00 `v`: 007/01 is the carrier, 007/04 the format (`s` Blu-ray, `v` DVD, `b` VHS). */
function projectedType(fixed: FixedFields, words: string, online: boolean): ItemType {
  const formats = fixed.carriers.filter((carrier) => carrier.startsWith('v')).map((carrier) => carrier.charAt(4))
  if (formats.includes('s') || /blu-?ray/.test(words)) return 'Blu-ray'
  if (formats.includes('v') || /\bdvd/.test(words)) return 'DVD'
  if (online) return 'Online video'
  if (formats.includes('b') || has(fixed, 'vf') || /videocassette|\bvhs\b/.test(words)) return 'Videocassette'
  if (has(fixed, 'vd') || /videodisc/.test(words)) return 'DVD'
  const technique = fixed.general.charAt(33)
  if (technique === 's' || technique === 't' || /\bslides?\b|transparenc/.test(words)) return 'Picture'
  if (technique === 'm' || technique === 'f' || has(fixed, 'm') || /film ?(?:reel|strip)/.test(words)) return 'Film'
  return 'DVD'
}

/** 008/30: lectures, interviews, rehearsals and sounds are not audiobooks. */
function spokenType(fixed: FixedFields, online: boolean): ItemType {
  if (online) return 'E-audiobook'
  return fixed.isSerial || /[lrst]/.test(fixed.general.slice(30, 32)) ? 'Sound recording' : 'Audiobook'
}

/** Leader/07 `i` is an integrating resource (a website); 008/21 `n` a newspaper. */
function serialType(fixed: FixedFields, online: boolean): ItemType {
  if (online) return fixed.level === 'i' ? 'Online resource' : 'Online serial'
  return fixed.general.charAt(21) === 'n' ? 'Newspaper' : 'Serial'
}

/** 007 `tb` large print, `tc` and `fb` Braille; 008/24-27 `6` comics and graphic novels. */
function bookType(fixed: FixedFields, words: string, online: boolean): ItemType {
  if (online) return 'E-book'
  if (fixed.form === 'f' || has(fixed, 'tc') || has(fixed, 'fb') || /\bbraille\b/.test(words)) return 'Braille book'
  if (fixed.form === 'd' || has(fixed, 'tb') || /\blarge (?:print|type)\b/.test(words)) return 'Large print book'
  const comic = fixed.general.slice(24, 28).includes('6') && fixed.material === 'book'
  if (comic || /graphic novel|comic books?, strips|comics \(graphic works\)/.test(words)) return 'Graphic novel'
  return 'Book'
}
