import type { App } from '#app/app.ts'
import { analyse } from '#features/catalogue/server/catalogue.ts'
import { isOpen, numberKey, type ResourceType, resourceTypeNames } from '#features/requests/rules.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { type ItemType, itemTypes } from '#marc/crosswalk/item-types.ts'
import { identifierKey } from '#marc/identifier.ts'
import { type ComparedFact, cataloguingProblem } from '../contract.ts'
import { numbersOf } from './candidates.ts'
import type { RequestedItem } from './requested-items.ts'
import { itemsOfWork } from './work.ts'

type Requested = Pick<
  RequestedItem,
  'title' | 'subtitles' | 'series' | 'authors' | 'standardNumber' | 'publicationDate' | 'resourceType'
>

/** Compares the details of the request with a catalogue record. */
export async function compareWith(
  { db, catalogue }: Pick<App, 'db' | 'catalogue'>,
  { itemId, recordId }: { itemId: string; recordId: string },
): Promise<{ response: ComparedFact[] }> {
  const items = await itemsOfWork({ db }, itemId)
  const open = items.filter(({ status }) => isOpen(status))
  const [document] = await catalogue.documents([recordId])
  if (!document) throw cataloguingProblem('record_not_found')
  return { response: compare(open.length > 0 ? open : items, document) }
}

/** The facts that either side gives. Only a title, number or type that differs is a warning: the rest varies too often. */
export function compare(items: Requested[], document: BibliographicDocument): ComparedFact[] {
  const given = (name: 'title' | 'standardNumber' | 'authors' | 'publicationDate') =>
    distinct(items.map((item) => item[name].trim()))
  const numbers = numbersOf(document)
  const facts: ComparedFact[] = [
    {
      name: 'title',
      requested: given('title'),
      record: document.title.titlePrimary,
      differs: items.some((item) => item.title.trim() !== '' && titleDiffers(item, document)),
    },
    {
      name: 'standardNumber',
      requested: given('standardNumber'),
      record: numbers.join(', '),
      differs: items.some(({ standardNumber }) => standardNumber.trim() !== '' && !has(numbers, standardNumber)),
    },
    {
      name: 'resourceType',
      requested: distinct(items.map(({ resourceType }) => resourceTypeNames[resourceType])),
      record: document.scisType,
      differs: items.some(({ resourceType }) => !fitting[resourceType].includes(document.scisType)),
    },
    {
      name: 'authors',
      requested: given('authors'),
      record: document.title.noteStmOfResponsibility || document.authors.join('; '),
      differs: false,
    },
    {
      name: 'publicationDate',
      requested: given('publicationDate'),
      record: document.dateIssuedMarc || document.dateIssued,
      differs: false,
    },
  ]
  return facts.filter(({ requested, record }) => requested.length > 0 || record !== '')
}

/**
 * Whether either title has a word that the other record of it lacks. Subtitles, series and variant titles may hold such
 * a word: schools enter them anywhere.
 */
function titleDiffers({ title, subtitles, series }: Requested, document: BibliographicDocument): boolean {
  const lacking = (words: string, all: string[]) => {
    const known = new Set(all.flatMap(analyse))
    return analyse(words).some((word) => !articles.has(word) && !known.has(word))
  }
  const { titlePrimary } = document.title
  const ofRecord = [titlePrimary, document.titleInScript, ...document.variantTitles, ...document.series]
  const proper = document.searched.properTitle || titlePrimary
  return lacking(title, ofRecord) || lacking(proper, [title, subtitles, series])
}

const articles = new Set(['a', 'an', 'the'])

const has = (numbers: string[], requested: string) =>
  numbers.some((number) => (identifierKey(number).key || number) === numberKey(requested))

const { Books, Serials, Digital, Video, Audio, Other } = itemTypes

/** Resource types that answer a request; a reader set is catalogued as its book. */
const fitting: Record<ResourceType, readonly ItemType[]> = {
  BOOK: [...Books, ...Serials],
  ONLINE_RESOURCE: [...Digital, 'Online serial', 'Online video', 'E-audiobook'],
  E_BOOK: ['E-book', 'E-audiobook', 'Online resource'],
  READER_SET: [...Books, 'Kit'],
  DVD_CD: [...Video, ...Audio, 'Computer file', 'Data set', 'Font', 'Game'],
  MUSIC_SCORE: ['Music score'],
  OTHER_PHYSICAL_ITEMS: [...Other, ...Video, ...Audio, ...Serials],
}

const distinct = (values: string[]) => [...new Set(values.filter((value) => value !== ''))]
