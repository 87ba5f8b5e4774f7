import type { App } from '#app/app.ts'
import { twinsOf } from '#features/catalogue/rules.ts'
import { grouped } from '#kit/wording.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import type { FolderItem } from '../contract.ts'
import type { StoredItem } from './tables.ts'

type Needs = Pick<App, 'catalogue'>

/**
 * The records with these ids as the catalogue has them now, in this order. A record that has left the catalogue stays
 * as it was in `before`; one that is in neither is left out.
 */
export async function recordsOf(
  { catalogue }: Needs,
  bibIds: string[],
  before: StoredItem[] = [],
): Promise<FolderItem[]> {
  const now = new Map((await catalogue.documents(bibIds)).map((document) => [document.id, document]))
  const known = new Map(before.map((item) => [item.bibId, item]))
  return bibIds.flatMap((bibId): FolderItem[] => {
    const document = now.get(bibId)
    if (document) return [{ ...asItem(document), inCatalogue: true }]
    const item = known.get(bibId)
    return item ? [{ ...item, inCatalogue: false }] : []
  })
}

/** A folder's records: today's data for those in the catalogue. */
export const itemsNow = (app: Needs, items: StoredItem[]): Promise<FolderItem[]> =>
  recordsOf(
    app,
    items.map(({ bibId }) => bibId),
    items,
  )

export const toStore = (items: FolderItem[]): { items: string; itemCount: number } => ({
  items: JSON.stringify(items.map(({ inCatalogue: _, ...item }): StoredItem => item)),
  itemCount: items.length,
})

function asItem(document: BibliographicDocument): StoredItem {
  const { id, title, dateIssuedMarc, isbn, issn, otherIdentifier } = document
  const itemTitle = title.titlePrimary
  const itemContributor = title.noteStmOfResponsibility || makerOf(document)
  const inScript = twinsOf(document, itemTitle, itemContributor)
  return {
    ...{ bibId: id, itemTitle, itemContributor, dateIssuedMarc, isbn, issn, otherIdentifier },
    ...(inScript.length > 0 && { inScript }),
  }
}

const makerOf = ({ mainAuthor, authors }: BibliographicDocument) =>
  mainAuthor.namePersonalPrimary || mainAuthor.nameCorporatePrimary || authors[0] || ''

/** The message about records that could not be saved. */
export const leftOut = (count: number): string[] =>
  count === 0 ? [] : [`${records(count, 'is', 'are')} not in the catalogue and left out.`]

export const goneFromCatalogue = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${records(count, 'is', 'are')} no longer in the catalogue and ${count === 1 ? 'is' : 'are'} left out of downloads.`,
      ]

const records = (count: number, one: string, several: string) =>
  count === 1 ? `1 record ${one}` : `${grouped(count)} records ${several}`
