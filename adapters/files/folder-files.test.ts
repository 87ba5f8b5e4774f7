import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeFiles } from './files-suite.ts'
import { openFolderFiles } from './folder-files.ts'

const scratch = await mkdtemp(join(tmpdir(), 'files-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))
const folder = () => mkdtemp(join(scratch, 'files-'))

describeFiles('files in a folder', async () => openFolderFiles(await folder()))

test("the only process in the folder deletes a killed process's leftovers at once", async () => {
  const root = await folder()
  await mkdir(join(root, 'aside'))
  await writeFile(join(root, 'aside/left'), 'x')
  const aMomentAgo = new Date(Date.now() - 1000)
  await utimes(join(root, 'aside/left'), aMomentAgo, aMomentAgo)
  openFolderFiles(root, { alone: true })
  await expect.poll(() => readdir(join(root, 'aside'))).toEqual([])
})

test('a failed write leaves no temporary file', async () => {
  const root = await folder()
  const files = openFolderFiles(root)
  const broken = (async function* () {
    yield Buffer.from('x')
    throw new Error('cut off')
  })()
  await expect(files.put('a/b', broken)).rejects.toThrow('cut off')
  expect(await readdir(join(root, 'aside'))).toEqual([])
})

test("a killed process's temporary file is deleted after a day, one being written stays", async () => {
  const root = await folder()
  await mkdir(join(root, 'aside'))
  await writeFile(join(root, 'aside/old'), 'x')
  await writeFile(join(root, 'aside/new'), 'x')
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600
  await utimes(join(root, 'aside/old'), twoDaysAgo, twoDaysAgo)
  openFolderFiles(root)
  await expect.poll(() => readdir(join(root, 'aside'))).toEqual(['new'])
})
