import { type FolderItem, type HitView, makerOf, titleOf } from '../../web/hit-facts.ts'

export function folderItemOf(hit: HitView): FolderItem {
  const { title, dateIssuedMarc, isbn, issn, otherIdentifier } = hit._source
  const itemTitle = titleOf(hit)
  const itemContributor = title.noteStmOfResponsibility || makerOf(hit)
  const inScript = hit._source.inScript.filter(({ of }) => [itemTitle, itemContributor].includes(of))
  return {
    ...{ bibId: hit._id, itemTitle, itemContributor, dateIssuedMarc, isbn, issn, otherIdentifier },
    inScript: inScript[0] && inScript,
  }
}
