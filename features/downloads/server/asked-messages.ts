import { maxIdentities } from '../contract.ts'
import type { RequestRow } from './own-request.ts'

/** What is to be said of what was asked for, whatever becomes of the file. */
export function messagesOfAsked({ type, asked, matched }: Pick<RequestRow, 'type' | 'asked' | 'matched'>): string[] {
  if (type === 'COLLECTION' && matched.length === 0)
    return ['The catalogue has none of the records of this collection at present.']
  if (type !== 'DIGITAL' || !asked || !('from' in asked)) return []
  if (asked.total !== undefined)
    return [
      `There are ${grouped(asked.total)} records of digital content in this time; this request has the newest ${grouped(maxIdentities)}. Choose fewer days to get the others.`,
    ]
  return matched.length === 0 ? ['No digital content was catalogued in this time.'] : []
}

const grouped = (number: number) => number.toLocaleString('en-AU')
