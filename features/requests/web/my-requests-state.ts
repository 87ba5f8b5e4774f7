import { type RequestOrder, type RequestStatus, requestOrders, requestStatuses } from '../rules.ts'
import { requestsAddress } from './request-addresses.ts'

/** So many are fetched at once, and shown on a page. */
export const fetched = 100
export const requestsPerPage = 10

/** What the list shows; all of it stands in the address. */
export type ListState = { text: string; status: RequestStatus | ''; order: RequestOrder; page: number }

export const wholeList: ListState = { text: '', status: '', order: 'newest', page: 1 }

/** What makes no sense in an address counts as not there. */
export function readListState(search: Record<string, string | string[]>): ListState {
  const read = (name: string) => [search[name]].flat()[0] ?? ''
  const oneOf = <T extends string>(choices: readonly T[], given: string) => choices.find((each) => each === given)
  const page = Number(read('pageNumber'))
  return {
    text: read('text').slice(0, 200),
    status: oneOf(requestStatuses, read('status')) ?? '',
    order: oneOf(requestOrders, read('order')) ?? wholeList.order,
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** The address of the list with something else chosen, which begins it anew at its first page. */
export function listAddress(state: ListState, change: Partial<ListState> = {}): string {
  const { text, status, order, page } = { ...state, page: 1, ...change }
  const members = new URLSearchParams()
  if (status) members.set('status', status)
  if (text) members.set('text', text)
  if (order !== wholeList.order) members.set('order', order)
  if (page > 1) members.set('pageNumber', String(page))
  return members.size > 0 ? `${requestsAddress}?${members}` : requestsAddress
}

/** As the server is asked for it: the hundred that the page is among. */
export const listInput = ({ text, status, order, page }: ListState) => ({
  pageNumber: Math.ceil((page * requestsPerPage) / fetched),
  pageSize: fetched,
  ...(order === wholeList.order ? {} : { order }),
  ...(status ? { status } : {}),
  ...(text.trim() ? { text: text.trim() } : {}),
})

/** Those of a hundred that stand on the page. */
export function onPage<T>(hundred: readonly T[], page: number): T[] {
  const from = ((page - 1) * requestsPerPage) % fetched
  return hundred.slice(from, from + requestsPerPage)
}

export const isFiltered = ({ text, status }: ListState): boolean => text.trim() !== '' || status !== ''
