import type { AnswerTemplate, TemplateKind } from '#features/requests/cataloguing/templates/contract.ts'

export const kindNames: Record<TemplateKind, string> = {
  DECLINED: 'Reasons for declining',
  CATALOGUED: 'Notes with a record',
}

export const itemsNames: Record<AnswerTemplate['items'], string> = {
  ALL: 'All items',
  POSTED: 'Posted items',
  DIGITAL: 'Items without a parcel',
}

export const isFor = ({ items }: Pick<AnswerTemplate, 'items'>, work: { physicalResource: boolean }): boolean =>
  items === 'ALL' || (items === 'POSTED') === work.physicalResource
