import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { kinds } from './request-kinds.ts'
import { listOf } from './request-stage.ts'
import { counted, dateInWords, dayInWords } from './request-words.ts'
import type { ShownRequest } from './send-request.ts'

/** Where the request came from, and when. */
export function RequestOrigin({ request }: { request: ShownRequest }) {
  const { requestType, createdDate } = request
  return (
    <p className="made quiet num">
      <Icon of={kinds[requestType].icon} small />
      <span>
        <Origin request={request} />
      </span>
      {createdDate && <span>Requested {dateInWords(createdDate)}</span>}
    </p>
  )
}

function Origin({ request: { requestType, identities, asked } }: { request: ShownRequest }) {
  const count = listOf(identities).length
  if (asked && 'from' in asked)
    return (
      <>
        <Link href="/digitalContent">Digital content</Link> catalogued {dayInWords(asked.from)} to{' '}
        {dayInWords(asked.to)}
      </>
    )
  if (requestType === 'COLLECTION')
    return (
      <>
        <Link href="/collections">Collection</Link> of {counted(count, 'record')}
      </>
    )
  if (requestType === 'FOLDER') return <>Folder of {counted(count, 'record')}</>
  if (requestType === 'ITEM') return <>Single record</>
  if (requestType === 'AUTHORITY')
    return (
      <>
        <Link href="/authorities">Authority headings</Link> that your downloaded records use
      </>
    )
  return <>Quick request of {counted(count, 'identifier')}</>
}
