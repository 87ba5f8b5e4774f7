import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolsFolder } from './tools-folder.ts'

const cache = toolsFolder('java')

/** Options of a server that lives briefly: the second compiler, and a collector with threads, would not pay. */
export const brief = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** Every JDK of this machine by its major version, newest first. */
export function jdks(): { major: number; java: string }[] {
  const root = '/usr/lib/jvm'
  const named = existsSync(root) ? readdirSync(root).map((name) => join(root, name, 'bin/java')) : []
  return [...named.filter((java) => existsSync(java)), 'java']
    .flatMap((java) => {
      try {
        const output = execFileSync(java, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
        return [{ major: Number(/\s(\d+)/.exec(output)?.[1]), java }]
      } catch {
        return []
      }
    })
    .sort((a, b) => b.major - a.major)
}

/**
 * The class path of a Maven Central artifact (`group:name:version`) with its dependencies, downloaded by Maven once;
 * `pinned` replace other versions among them. Undefined without Maven, or if the registry does not answer.
 */
export function classPath(artifact: string, ...pinned: string[]): string | undefined {
  const folder = join(cache, artifact.replaceAll(':', '_'))
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const aside = mkdtempSync(`${folder}.new-`)
    try {
      writeFileSync(join(aside, 'pom.xml'), projectWith([artifact, ...pinned]))
      const jars = join(aside, 'jars')
      execFileSync(
        'mvn',
        [
          '-q',
          '-B',
          '-f',
          join(aside, 'pom.xml'),
          'dependency:copy-dependencies',
          `-DoutputDirectory=${jars}`,
          '-DincludeScope=runtime',
        ],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      )
      // Another process may have been quicker.
      if (!existsSync(folder)) renameSync(jars, folder)
    } catch {
      return undefined
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  }
  return join(folder, '*')
}

/**
 * The file of a Maven Central artifact (`group:name:version:type`) without its dependencies, downloaded by Maven once.
 * Undefined as above.
 */
export function mavenFile(artifact: string): string | undefined {
  const [, name, version, type] = artifact.split(':')
  const file = join(cache, `${name}-${version}.${type}`)
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true })
    const aside = mkdtempSync(`${file}.new-`)
    try {
      execFileSync('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${aside}`], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      renameSync(join(aside, `${name}-${version}.${type}`), file)
    } catch {
      return undefined
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  }
  return file
}

function projectWith(artifacts: string[]) {
  const dependencies = artifacts.map((artifact) => {
    const [group, name, version] = artifact.split(':')
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`
  })
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>scale</groupId><artifactId>services</artifactId><version>1</version>
  <dependencies>${dependencies.join('')}</dependencies>
</project>
`
}
