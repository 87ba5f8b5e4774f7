import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** In every file that Stryker has changed; in two pieces, so that it isn't in this one. */
const changedByStryker = ['stryMutAct', '9fa48'].join('_')
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/**
 * Guards the files that a run of mutation tests changes in place. Their originals lie in `.mutants/` while it lasts, and
 * are put back however it ends: by the process itself at its end, at an error or at a signal; by the next run if the
 * process was killed. Refuses if another run is changing files of the same checkout.
 */
export function guardMutatedFiles(root: string) {
  const folder = join(root, '.mutants')
  const ownerFile = join(folder, 'process')
  const originals = join(folder, 'originals')
  /** Vitest resolves projects and setup files from the folder of its configuration. */
  const configFile = join(root, 'vitest.mutants.config.ts')

  const restore = (): string[] => {
    const restored = globSync('**/*.{ts,tsx}', { cwd: originals }).filter((file) => {
      const path = join(root, file)
      // Anything else has been put back, or edited, since.
      if (!existsSync(path) || !readFileSync(path, 'utf8').includes(changedByStryker)) return false
      writeFileSync(path, readFileSync(join(originals, file)))
      return true
    })
    rmSync(configFile, { force: true })
    // One of each of Stryker's test runners.
    for (const file of globSync('stryker-setup-*.js', { cwd: root })) rmSync(join(root, file))
    rmSync(folder, { recursive: true, force: true })
    return restored
  }

  const owner = existsSync(ownerFile) ? Number(readFileSync(ownerFile, 'utf8')) : undefined
  if (owner !== undefined && isRunning(owner))
    throw new Error(`Mutation tests are already running here, in process ${owner}. Wait for them, or end them.`)
  const restored = restore()

  mkdirSync(originals, { recursive: true })
  writeFileSync(ownerFile, String(process.pid))
  process.on('exit', restore)
  for (const [signal, number] of Object.entries(signals)) process.on(signal, () => process.exit(128 + number))

  return {
    /** Files that an earlier run was killed over, and that are now as they were. */
    restored,
    configFile,
    /** For Stryker's own copies. */
    backups: join(folder, 'backups'),
    keepOriginal(file: string) {
      const content = readFileSync(join(root, file), 'utf8')
      if (content.includes(changedByStryker))
        throw new Error(`${file} is full of mutants. Restore it first: git checkout -- ${file}`)
      mkdirSync(dirname(join(originals, file)), { recursive: true })
      writeFileSync(join(originals, file), content)
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
