/** Resource types (`scisType`) by category, in the order in which they are shown. */
export const itemTypes = {
  Books: ['Book', 'Large print book', 'Braille book', 'Graphic novel'],
  Serials: ['Serial', 'Newspaper', 'Online serial', 'Article'],
  Digital: ['E-book', 'Online resource', 'Computer file', 'Data set', 'Font'],
  Video: ['DVD', 'Blu-ray', 'Videocassette', 'Film', 'Online video'],
  Audio: ['Audiobook', 'E-audiobook', 'Music recording', 'Sound recording'],
  Other: ['Map', 'Music score', 'Picture', 'Kit', 'Game', 'Object', 'Manuscript'],
} as const

export type ItemCategory = keyof typeof itemTypes
export type ItemType = (typeof itemTypes)[ItemCategory][number]
