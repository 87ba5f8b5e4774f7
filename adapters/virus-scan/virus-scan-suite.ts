import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VirusScanPort } from '#features/requests/attachments/server/virus-scan-port.ts'
import { eicar } from './eicar-testing.ts'

const noise = (bytes: number) => Buffer.alloc(bytes, 'a title page ')

/** What every scanner does; each adapter runs it. */
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

    test('the test file of all scanners is found', async () => {
      expect(await opened.port.scan(eicar)).toMatch(/eicar/i)
    })

    test('it is found within five megabytes of something else, and such a file without it passes', async () => {
      const large = noise(5_242_880 - eicar.length)
      expect(await opened.port.scan(Buffer.concat([large, eicar]))).toMatch(/eicar/i)
      expect(await opened.port.scan(large)).toBeUndefined()
    })

    test('files that are scanned at once do not get each other’s verdict', async () => {
      const files = Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? eicar : noise(1000 * at)))
      const verdicts = await Promise.all(files.map((file) => opened.port.scan(file)))
      expect(verdicts.map((each) => each !== undefined)).toEqual(files.map((_, at) => at % 3 === 0))
    })
  })
}
