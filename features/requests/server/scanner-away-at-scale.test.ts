import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { clamdProgram, openRealClamd } from '#adapters/virus-scan/clamd-testing.ts'
import { testApp } from '#app/testing.ts'
import { attachmentsApi } from '../attachments/contract.ts'
import { drawn, eicar, sent, sentPicture } from '../attachments/server/testing.ts'

test.skipIf(!clamdProgram)(
  'clamd scans every picture; while it is unavailable none is accepted, and afterwards they are again',
  async () => {
    const first = await openRealClamd(clamdProgram!)
    const app = await testApp({ work: false, env: { CLAMD_SOCKET: first.socket } })
    app.expectErrors(/virus scan/, /scanner_away/)
    const scan = (...files: ReturnType<typeof sent>[]) => app.as('hillview')(attachmentsApi.scanFiles, { files })
    const countOfAttachments = async () =>
      (await app.db.selectFrom('catalogueAttachment').select('id').execute()).length
    const ill = sent('evil.png', Buffer.concat([await drawn(), Buffer.from(eicar)]))
    const accepted = async () => (await scan(await sentPicture(), ill)).response.files.map((file) => file.accepted)
    try {
      expect(await accepted()).toEqual([true, false])
      await first.close()
      const away = { status: 503, code: 'scanner_away' }
      await expect(scan(await sentPicture())).rejects.toMatchObject(away)
      await expect(scan(ill)).rejects.toMatchObject(away)
      expect(await countOfAttachments()).toBe(1)
      const second = await openRealClamd(clamdProgram!, dirname(first.socket))
      try {
        expect(await accepted()).toEqual([true, false])
        expect(await countOfAttachments()).toBe(2)
      } finally {
        await second.close()
      }
    } finally {
      await app.close()
      await first.close()
    }
  },
)
