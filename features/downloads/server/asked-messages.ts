import { maxIdentities } from '../contract.ts'
import type { RequestRow } from './own-request.ts'

/** What is to be said of what was asked for, whatever becomes of the file. */
export function messagesOfAsked({
  type,
  asked,
  matchedCount,
  revision,
}: Pick<RequestRow, 'type' | 'asked' | 'matchedCount' | 'revision'>): string[] {
  // Not where somebody has taken them out.
  const foundNone = matchedCount === 0 && revision === 0
  if (type === 'COLLECTION' && foundNone)
    return ['The catalogue has none of the records of this collection at present.']
  if (type !== 'DIGITAL' || !asked || !('from' in asked)) return []
  if (asked.total !== undefined)
    return [
      `There are ${grouped(asked.total)} records of digital content in this time; this request has the newest ${grouped(maxIdentities)}. Choose fewer days to get the others.`,
    ]
  return foundNone ? ['No digital content was catalogued in this time.'] : []
}

const grouped = (number: number) => number.toLocaleString('en-AU')
