import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VirusScanPort } from '#features/requests/attachments/server/virus-scan-port.ts'
import { eicar } from './eicar-testing.ts'

const noise = (bytes: number) => Buffer.alloc(bytes, 'a title page ')

/** The contract of every scanner, run by each adapter. */
export function describeVirusScan(name: string, open: () => Promise<{ port: VirusScanPort; close(): Promise<void> }>) {
  describe(name, () => {
    let opened: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened?.close())

    test('a clean file passes', async () => {
      expect(await opened.port.scan(noise(1000))).toBeUndefined()
    })

    test('the standard test file is found', async () => {
      expect(await opened.port.scan(eicar)).toMatch(/eicar/i)
    })

    test('it is found within five megabytes of other data, and such a file without it passes', async () => {
      const large = noise(5_242_880 - eicar.length)
      expect(await opened.port.scan(Buffer.concat([large, eicar]))).toMatch(/eicar/i)
      expect(await opened.port.scan(large)).toBeUndefined()
    })

    test('files scanned concurrently do not get each other’s verdict', async () => {
      const files = Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? eicar : noise(1000 * at)))
      const verdicts = await Promise.all(files.map((file) => opened.port.scan(file)))
      expect(verdicts.map((each) => each !== undefined)).toEqual(files.map((_, at) => at % 3 === 0))
    })
  })
}
