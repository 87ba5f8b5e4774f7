import type { DownloadRequest } from '#features/downloads/contract.ts'
import { type manageApi, requestsPerPage } from '#features/downloads/my-downloads/contract.ts'
import type { Endpoint, RawInput } from '#kit/contract.ts'

type Input<E extends Endpoint> = RawInput<E>
type RequestType = DownloadRequest['requestType']
type Order = '1' | '2' | '3' | '4'

/** What the list of downloads shows; all of it stands in the address. */
export type ListState = {
  query: string
  requestType: RequestType | ''
  /** A year, a month or a day as in `2026-11-21`; '' for all time. */
  on: string
  order: Order
  page: number
}

export const wholeList: ListState = { query: '', requestType: '', on: '', order: '3', page: 1 }

const types: readonly string[] = ['IDENTIFIERS', 'ITEM', 'DIGITAL', 'COLLECTION', 'FOLDER', 'AUTHORITY']

/** What makes no sense in an address counts as not there. */
export function readListState(search: Record<string, string | string[]>): ListState {
  const text = (name: string) => [search[name]].flat()[0] ?? ''
  const order = text('selectedOrder')
  const page = Number(text('pageNumber'))
  return {
    query: text('query').slice(0, 200),
    requestType: types.includes(text('requestType')) ? (text('requestType') as RequestType) : '',
    on: /^\d{4}(-(0[1-9]|1[0-2])(-\d\d)?)?$/.test(text('on')) ? text('on') : '',
    order: /^[1-4]$/.test(order) ? (order as Order) : '3',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** The address of the list with something else chosen, which begins it anew at its first page. */
export function listAddress(state: ListState, change: Partial<ListState> = {}): string {
  const { query, requestType, on, order, page } = { ...state, page: 1, ...change }
  const members = new URLSearchParams()
  if (query) members.set('query', query)
  if (requestType) members.set('requestType', requestType)
  if (on) members.set('on', on)
  if (order !== wholeList.order) members.set('selectedOrder', order)
  if (page > 1) members.set('pageNumber', String(page))
  return members.size > 0 ? `/myDownloads?${members}` : '/myDownloads'
}

/** As the server is asked for it. */
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

export const isFiltered = ({ query, requestType, on }: ListState): boolean =>
  query.trim() !== '' || requestType !== '' || on !== ''
