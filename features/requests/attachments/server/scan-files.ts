import type { z } from 'zod'
import type { App } from '#app/app.ts'
import { requestProblem, type SentFile } from '../../contract.ts'
import { fileSentences, mostFileBytes, virusFound } from '../../rules.ts'
import { shownName } from './attach-name.ts'
import { type Picture, writtenAnew } from './attach-picture.ts'

export type Sent = z.infer<typeof SentFile>
export type Examined = { virus: string } | { refused: string } | { picture: Picture }

/** Scanned as it came, then decoded and written anew. Throws where the scanner cannot tell: nothing passes unscanned. */
export async function examine(app: Pick<App, 'virusScan' | 'log'>, file: Sent): Promise<Examined> {
  const name = shownName(file.filename)
  const bytes = decoded(file.base64)
  if (bytes.length > mostFileBytes) return { refused: fileSentences.tooLarge(name) }
  const virus = await app.virusScan.scan(bytes).catch((error: unknown) => {
    app.log.error({ err: error }, 'virus scan')
    throw requestProblem('scanner_away')
  })
  if (virus !== undefined) {
    app.log.warn({ virus, bytes: bytes.length }, 'virus found in a picture that was sent')
    return { virus: virusFound(name) }
  }
  const picture = await writtenAnew(bytes, name)
  return 'refused' in picture ? picture : { picture }
}

/** Some pages send the whole address that a browser makes of a file. */
const decoded = (base64: string): Buffer => Buffer.from(base64.replace(/^data:[^,]{0,200},/, ''), 'base64')
