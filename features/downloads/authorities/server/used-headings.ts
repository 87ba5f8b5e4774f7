import type { App } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { downloadedRecords, keepAuthorityRequest } from '../../server/authority-request.ts'
import { type AuthorityKind, authorityProblem } from '../contract.ts'
import { nameOfUsedHeadings } from '../rules.ts'
import { writeUsedHeadings } from './write-used-headings.ts'

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'metrics'>

/** The authority records of the headings in everything that a school has downloaded, as a download request. */
export async function createUsedHeadings(
  app: Needs,
  caller: SchoolCaller,
  kind: AuthorityKind,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const records = await downloadedRecords(app.db, caller.customerId)
  if (records.size === 0) throw authorityProblem('nothing_downloaded')
  const name = nameOfUsedHeadings(kind, await schoolDay(app, caller.customerId))
  return keepAuthorityRequest(app, caller, { name, work: writeUsedHeadings, data: { kind } }, signal)
}
