import { existsSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The services start `node_modules/.bin/node`, which npm creates from version 11 on. */
export function linkNode(root: string, program: string = process.execPath): void {
  const folder = join(root, 'node_modules/.bin')
  const link = join(folder, 'node')
  if (process.platform !== 'win32' && !existsSync(link)) symlinkSync(relative(folder, program), link)
}
