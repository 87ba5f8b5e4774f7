import { listState, oneOf, pageNumber, typedWords } from '#kit/web/list-address.ts'
import { type RequestOrder, type RequestStatus, requestOrders, requestStatuses } from '../rules.ts'
import { requestsAddress } from './request-addresses.ts'

/** Requests per fetch, and per page. */
export const fetched = 100
export const requestsPerPage = 10

/** The list's state, stored in the address. */
export type ListState = { text: string; status: RequestStatus | ''; order: RequestOrder; page: number }

export const requestList = listState<ListState>(requestsAddress, {
  status: oneOf<RequestStatus | ''>('status', '', requestStatuses),
  text: typedWords('text'),
  order: oneOf<RequestOrder>('order', 'newest', requestOrders),
  page: pageNumber('pageNumber'),
})
export const { usual: wholeList, addressOf: listAddress } = requestList

/** The input for the server: the block of a hundred that contains the page. */
export const listInput = ({ text, status, order, page }: ListState) => ({
  pageNumber: Math.ceil((page * requestsPerPage) / fetched),
  pageSize: fetched,
  ...(order === wholeList.order ? {} : { order }),
  ...(status ? { status } : {}),
  ...(text.trim() ? { text: text.trim() } : {}),
})

/** The page's part of a block of a hundred. */
export function onPage<T>(hundred: readonly T[], page: number): T[] {
  const from = ((page - 1) * requestsPerPage) % fetched
  return hundred.slice(from, from + requestsPerPage)
}

export const isFiltered = ({ text, status }: ListState): boolean => text.trim() !== '' || status !== ''
