import type { DownloadRequest } from '#features/downloads/contract.ts'
import { type manageApi, requestsPerPage } from '#features/downloads/my-downloads/contract.ts'
import type { Endpoint, RawInput } from '#kit/contract.ts'
import { listState, oneOf, pageNumber, typedWords } from '#kit/web/list-address.ts'

type Input<E extends Endpoint> = RawInput<E>
type RequestType = DownloadRequest['requestType']
type Order = '1' | '2' | '3' | '4'

/** The state of the list of downloads; all of it is in the address. */
export type ListState = {
  query: string
  requestType: RequestType | ''
  /** A year, a month or a day as in `2026-11-21`; '' for all time. */
  on: string
  order: Order
  /** The rows that the person has hidden, instead of the others. */
  hidden: '1' | ''
  page: number
}

const types = ['IDENTIFIERS', 'ITEM', 'DIGITAL', 'COLLECTION', 'FOLDER', 'AUTHORITY', 'LIBRARY_SYSTEM'] as const

export const downloadList = listState<ListState>('/myDownloads', {
  query: typedWords('query'),
  requestType: oneOf<RequestType | ''>('requestType', '', types),
  on: {
    name: 'on',
    usual: '',
    read: (text) => (/^\d{4}(-(0[1-9]|1[0-2])(-\d\d)?)?$/.test(text) ? text : undefined),
  },
  order: oneOf<Order>('selectedOrder', '3', ['1', '2', '3', '4']),
  hidden: oneOf<'1' | ''>('hidden', '', ['1']),
  page: pageNumber('pageNumber'),
})
export const { usual: wholeList, addressOf: listAddress } = downloadList

/** The input of the server call. */
export function listInput(state: ListState, pageSize = requestsPerPage): Input<typeof manageApi.listRequests> {
  const { query, requestType, on, order, page } = state
  return {
    ...(query.trim() ? { query: query.trim() } : {}),
    ...(requestType ? { requestType } : {}),
    ...(on ? { on } : {}),
    selectedOrder: order,
    pageNumber: page,
    pageSize,
  }
}

export const isFiltered = ({ query, requestType, on, hidden }: ListState): boolean =>
  query.trim() !== '' || requestType !== '' || on !== '' || hidden !== ''
