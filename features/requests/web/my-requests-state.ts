import { listState, oneOf, pageNumber, typedWords } from '#kit/web/list-address.ts'
import { type RequestOrder, type RequestStatus, requestOrders, requestStatuses } from '../rules.ts'
import { requestsAddress } from './request-addresses.ts'

/** So many are fetched at once, and shown on a page. */
export const fetched = 100
export const requestsPerPage = 10

/** What the list shows; all of it stands in the address. */
export type ListState = { text: string; status: RequestStatus | ''; order: RequestOrder; page: number }

export const requestList = listState<ListState>(requestsAddress, {
  status: oneOf<RequestStatus | ''>('status', '', requestStatuses),
  text: typedWords('text'),
  order: oneOf<RequestOrder>('order', 'newest', requestOrders),
  page: pageNumber('pageNumber'),
})
export const { usual: wholeList, addressOf: listAddress } = requestList

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
