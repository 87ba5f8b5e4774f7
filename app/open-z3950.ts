import { readFile } from 'node:fs/promises'
import { openZ3950Server } from '#features/library-systems/z3950/server/open-z3950-server.ts'
import { BadSetting, type Env } from './env.ts'
import type { RunningApp } from './wire.ts'

type Serving = NonNullable<Env['z3950']> & { host: string }

/** Serves library systems at Z3950_PORT; undefined if the port is optional and cannot be used. */
export async function openZ3950(app: RunningApp, { port, host, database, tls, isOptional }: Serving) {
  const pem = tls && { cert: await fileOf('Z3950_TLS_CERT', tls.cert), key: await fileOf('Z3950_TLS_KEY', tls.key) }
  try {
    const listening = await openZ3950Server(app, { port, host, database, tls: pem })
    app.log.info({ port: listening.port, tls: tls !== undefined }, 'z39.50')
    return listening
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (isOptional && code) {
      app.log.warn({ port, code }, 'no z39.50: the port cannot be used')
      return undefined
    }
    if (code === 'EADDRINUSE') throw new BadSetting(`Z3950_PORT=${port}: is in use by another program`)
    if (code === 'EACCES') throw new BadSetting(`Z3950_PORT=${port}: needs the right to use ports below 1024`)
    throw error
  }
}

const fileOf = (name: string, path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadSetting(`${name}=${path}: cannot be read (${error.code})`)
  })
