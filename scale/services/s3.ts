import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePorts } from './free-port.ts'
import { brief, classPath, jdks } from './java.ts'

export type S3Server = {
  endpoint: string
  bucket: string
  keys: { accessKeyId: string; secretAccessKey: string }
  /** kill -9; `start` restarts it with its data, at the same address. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

// Its published dependency is an older version, with which it does not start.
const artifacts = ['org.gaul:s3proxy:4.1.0', 'com.fasterxml.jackson.core:jackson-annotations:2.21'] as const
const logging = `<configuration><appender name="out" class="ch.qos.logback.core.ConsoleAppender"><encoder>
<pattern>%d %level %msg%n</pattern></encoder></appender><root level="warn"><appender-ref ref="out"/></root></configuration>`
const keys = { accessKeyId: 'scale', secretAccessKey: 'scale-secret-key' }

export function s3ClassPath(): string | undefined {
  const [newest] = jdks()
  return newest && newest.major >= 17 ? classPath(...artifacts) : undefined
}

/**
 * An S3 store that verifies every signature, with one empty bucket, on a free port of this machine and in a temporary
 * folder. Undefined if Java or its packages are not available.
 */
export async function startS3(): Promise<S3Server | undefined> {
  const [newest] = jdks()
  const jars = s3ClassPath()
  if (!newest || !jars) return undefined
  const folder = mkdtempSync(join(tmpdir(), 's3-'))
  mkdirSync(join(folder, 'buckets'))
  const [port] = await freePorts(1)
  const endpoint = `http://127.0.0.1:${port}`
  const settings = {
    's3proxy.endpoint': endpoint,
    's3proxy.authorization': 'aws-v2-or-v4',
    's3proxy.identity': keys.accessKeyId,
    's3proxy.credential': keys.secretAccessKey,
    'jclouds.provider': 'filesystem-nio2',
    'jclouds.filesystem.basedir': join(folder, 'buckets'),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, 'settings'), lines.join(''))
  writeFileSync(join(folder, 'logback.xml'), logging)
  const log = join(folder, 'log')
  let server: ChildProcess | undefined
  const start = async () => {
    const logFile = openSync(log, 'a')
    server = spawn(
      newest.java,
      [
        '-Xmx256m',
        ...brief,
        `-Dlogback.configurationFile=${join(folder, 'logback.xml')}`,
        '-cp',
        jars,
        'org.gaul.s3proxy.Main',
        '--properties',
        join(folder, 'settings'),
      ],
      { cwd: folder, stdio: ['ignore', logFile, logFile] },
    )
    await answers(endpoint, server, log)
  }
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  const stop = async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start()
    const client = new S3Client({ endpoint, region: 'us-east-1', credentials: keys, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: 'files' }))
    client.destroy()
  } catch (error) {
    await stop()
    throw error
  }
  return { endpoint, bucket: 'files', keys, kill, start, stop }
}

async function answers(endpoint: string, server: ChildProcess, log: string) {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) break
    if (await fetch(endpoint).catch(() => undefined)) return
    await new Promise((go) => setTimeout(go, 200))
  }
  throw new Error(`The file store did not start: ${readFileSync(log, 'utf8').slice(-2000)}`)
}
