import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sampleCovers } from './covers.ts'

test('covers are named as publishers name them: by ISBN, and by record number if there is none', () => {
  const covers = sampleCovers()
  const names = covers.map(({ fileName }) => fileName)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => /^97[89]\d{10}\.jpg$/.test(name)).length).toBeGreaterThan(30)
  for (const { id, fileName } of covers) expect(fileName).toMatch(new RegExp(`^(?:97[89]\\d{10}|${id})\\.jpg$`))
})

test('a cover is the same picture each time, and not that of another work', async () => {
  const [one, other] = sampleCovers()
  const picture = await one!.draw()
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 900 })
  expect(Buffer.from(await one!.draw()).equals(picture)).toBe(true)
  expect(Buffer.from(await other!.draw()).equals(picture)).toBe(false)
})
