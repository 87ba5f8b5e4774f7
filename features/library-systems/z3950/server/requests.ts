import {
  type Ber,
  BerError,
  bitsOf,
  booleanOf,
  contextual,
  integerOf,
  oidOf,
  partOf,
  textOf,
  universal,
} from './ber.ts'
import { type Characters, readProposal } from './characters.ts'

/** Z39.50 protocol messages, by their tag in ISO 23950. */
export const messageTags = {
  initRequest: 20,
  searchRequest: 22,
  presentRequest: 24,
  deleteRequest: 26,
  scanRequest: 35,
  sortRequest: 43,
  close: 48,
} as const

type Reference = { referenceId: Uint8Array | undefined }

export type InitRequest = Reference & {
  options: Set<number>
  /** Bytes; 0 if the client names none. */
  preferredMessageSize: number
  maxRecordSize: number
  login: { name: string; password: string } | undefined
  /** The first of the client's proposals that this server supports. */
  characters: Characters | undefined
}
export type SearchRequest = Reference & {
  databases: string[]
  resultSet: string
  replaces: boolean
  query: Ber
  /** Up to this many records found, all of them come with the reply. */
  smallSetUpperBound: number
  /** From this many on, none does; in between, `mediumSetNumber`. */
  largeSetLowerBound: number
  mediumSetNumber: number
  smallElementSet: string | undefined
  mediumElementSet: string | undefined
  syntax: string | undefined
}
export type PresentRequest = Reference & {
  resultSet: string
  /** Position of the first record, from 1. */
  start: number
  count: number
  elementSet: string | undefined
  syntax: string | undefined
  isUnsupported: boolean
}
export type DeleteRequest = Reference & { all: boolean; resultSets: string[] }
export type SortRequest = Reference & {
  from: string[]
  into: string
  keys: { name: string; use: number | undefined; descending: boolean; isUnsupported: boolean }[]
}
export type ScanRequest = Reference & {
  databases: string[]
  attributeSet: string | undefined
  /** The access point and the term to start from. */
  start: Ber
  stepSize: number
  count: number
  /** Position of the term in the reply: 1 is first, 0 is before it. */
  position: number
}

const referenceOf = (message: Ber): Reference => ({ referenceId: partOf(message, 2)?.bytes })

const required = (message: Ber, tag: number): Ber => {
  const part = partOf(message, tag)
  if (!part) throw new BerError(`The message has no part ${tag}.`)
  return part
}
const count = (part: Ber | undefined): number => (part ? Math.max(0, integerOf(part)) : 0)
const optionalText = (part: Ber | undefined) => part && textOf(part)

export function readInit(message: Ber): InitRequest {
  return {
    ...referenceOf(message),
    options: bitsOf(required(message, 4)),
    preferredMessageSize: count(partOf(message, 5)),
    maxRecordSize: count(partOf(message, 6)),
    login: loginOf(partOf(message, 7)?.parts?.[0]),
    characters: readProposal(partOf(message, 201)),
  }
}

/** `idPass` or the `open` form `name/password`; nothing if the client signs in anonymously. */
function loginOf(given: Ber | undefined): InitRequest['login'] {
  if (given?.tagClass !== universal) return undefined
  if (given.tag === 16) {
    const [name, password] = [partOf(given, 1), partOf(given, 2)]
    return { name: name ? textOf(name) : '', password: password ? textOf(password) : '' }
  }
  if (given.tag !== 26) return undefined
  const text = textOf(given)
  const slash = text.indexOf('/')
  return slash < 0 ? { name: text, password: '' } : { name: text.slice(0, slash), password: text.slice(slash + 1) }
}

export function readSearch(message: Ber): SearchRequest {
  const query = required(message, 21).parts?.[0]
  if (!query) throw new BerError('The search has no query.')
  return {
    ...referenceOf(message),
    databases: (required(message, 18).parts ?? []).map(textOf),
    resultSet: textOf(required(message, 17)),
    replaces: booleanOf(required(message, 16)),
    query,
    smallSetUpperBound: count(partOf(message, 13)),
    largeSetLowerBound: count(partOf(message, 14)),
    mediumSetNumber: count(partOf(message, 15)),
    smallElementSet: optionalText(partOf(message, 100)?.parts?.[0]),
    mediumElementSet: optionalText(partOf(message, 101)?.parts?.[0]),
    syntax: syntaxOf(message),
  }
}

const syntaxOf = (message: Ber): string | undefined => {
  const syntax = partOf(message, 104)
  return syntax && oidOf(syntax)
}

export function readPresent(message: Ber): PresentRequest {
  const elements = partOf(message, 19)?.parts?.[0]
  return {
    ...referenceOf(message),
    resultSet: textOf(required(message, 31)),
    start: integerOf(required(message, 30)),
    count: integerOf(required(message, 29)),
    elementSet: elements?.tag === 0 ? textOf(elements) : undefined,
    syntax: syntaxOf(message),
    isUnsupported: elements?.tag === 1 || partOf(message, 212) !== undefined,
    ...simplePart(partOf(message, 209)),
  }
}

/** The element set of a composition that names nothing else, as some clients send. */
function simplePart(composition: Ber | undefined): Partial<PresentRequest> {
  if (!composition) return {}
  const generic = partOf(composition, 2)
  const elements = generic && partOf(generic, 2)
  const name = elements?.parts?.[0]
  const syntax = composition.parts?.find(({ tag }) => tag === 4)?.parts?.[0]
  return {
    ...(name?.bytes && name.tag === 0 ? { elementSet: textOf(name) } : {}),
    ...(syntax?.bytes && syntax.tag === 6 ? { syntax: oidOf(syntax) } : {}),
  }
}

export function readDelete(message: Ber): DeleteRequest {
  const list = message.parts?.find(({ tagClass, tag }) => tagClass === universal && tag === 16)
  return {
    ...referenceOf(message),
    all: integerOf(required(message, 32)) === 1,
    resultSets: (list?.parts ?? []).map(textOf),
  }
}

export const readSort = (message: Ber): SortRequest => ({
  ...referenceOf(message),
  from: (required(message, 3).parts ?? []).map(textOf),
  into: textOf(required(message, 4)),
  keys: (required(message, 5).parts ?? []).map(readSortKey),
})

export function readScan(message: Ber): ScanRequest {
  const set = message.parts?.find(({ tagClass, tag }) => tagClass === universal && tag === 6)
  const position = partOf(message, 7)
  return {
    ...referenceOf(message),
    databases: (required(message, 3).parts ?? []).map(textOf),
    attributeSet: set && oidOf(set),
    start: required(message, 102),
    stepSize: count(partOf(message, 5)),
    count: integerOf(required(message, 6)),
    position: position ? integerOf(position) : 1,
  }
}

function readSortKey(key: Ber): SortRequest['keys'][number] {
  // sortElement, generic, then one of its three kinds.
  const generic = key.parts?.find(({ tagClass, tag }) => tagClass === contextual && tag === 1)
  const field = generic?.parts?.[0]
  const attributes = field?.tag === 2 ? field.parts?.find(({ tag }) => tag === 44) : undefined
  const use = attributes?.parts?.find((each) => integerOf(required(each, 120)) === 1)
  const relation = key.parts?.filter(({ tagClass, tag }) => tagClass === contextual && tag === 1).at(1)
  const direction = relation?.bytes ? integerOf(relation) : 0
  return {
    name: field?.tag === 0 && field.bytes ? textOf(field) : '',
    use: use && partOf(use, 121) ? integerOf(partOf(use, 121)!) : undefined,
    descending: direction === 1,
    isUnsupported: generic?.parts === undefined || direction > 1,
  }
}
