import { Download } from 'lucide-react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import { LinkButton } from '#ui/button.tsx'
import { CopyLines, MarcLines } from './marc-lines.tsx'
import type { WholeWorkView } from './work-labels.ts'

/** The starting record, made from the schools' details. */
export function Stub({ work }: { work: WholeWorkView }) {
  if (work.stub.length === 0) return null
  return (
    <section aria-labelledby="stub">
      <div className="section-head cluster">
        <h2 id="stub">To start from</h2>
        <CopyLines lines={work.stub} />
        <LinkButton icon={Download} href={addressOf(cataloguingApi.stub, { itemId: work.itemId })}>
          MARC file
        </LinkButton>
      </div>
      <p className="quiet">A MARC 21 record of what the schools have told and their pictures say.</p>
      <MarcLines lines={work.stub} label="Record to start from" />
    </section>
  )
}
