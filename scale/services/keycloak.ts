import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-port.ts'
import { jdks, mavenFile } from './java.ts'
import { toolsFolder } from './tools-folder.ts'

export type Keycloak = {
  url: string
  version: string
  /** Adds a realm from its JSON representation, with its people and clients; returns its issuer. */
  addRealm(realm: { realm: string } & Record<string, unknown>): Promise<string>
  /** Adds a SAML service provider to a realm, from its metadata, with what an administrator sets besides. */
  addProvider(realm: string, metadata: string, settings: ProviderSettings): Promise<void>
  /** Ends the person's session, as an administrator of the realm does. Of several, clients hear of one only. */
  signOut(realm: string, username: string): Promise<void>
  stop(): Promise<void>
}

type ProviderSettings = { attributes: Record<string, string>; protocolMappers: unknown[] }

const version = '26.5.6'
const admin = { username: 'scale', password: 'scale-secret' }

/** It supports JDK 17 to 25. */
const java = () => jdks().find(({ major }) => major >= 17 && major <= 25)?.java

/**
 * The folder of a Keycloak that is built for a database in memory, fetched and built once. Undefined without a JDK 17,
 * unzip and Maven, or if Maven does not find it.
 */
export function keycloakFolder(): string | undefined {
  const [cache, runtime] = [toolsFolder('java'), java()]
  const folder = join(cache, `keycloak-${version}`)
  if (!runtime || existsSync(folder)) return runtime && folder
  const archive = mavenFile(`org.keycloak:keycloak-quarkus-dist:${version}:zip`)
  if (!archive) return undefined
  const aside = mkdtempSync(`${folder}.new-`)
  try {
    execFileSync('unzip', ['-q', archive, '-d', aside])
    const built = join(aside, `keycloak-${version}`)
    const env = { ...process.env, JAVA: runtime }
    execFileSync(join(built, 'bin/kc.sh'), ['build', '--db=dev-mem'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    // Another process may have been quicker.
    if (!existsSync(folder)) renameSync(built, folder)
  } catch {
    return undefined
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  return folder
}

/**
 * A Keycloak with an empty database in memory, in a temporary folder and on a free port of this machine. Undefined if
 * it is not available.
 */
export async function startKeycloak(): Promise<Keycloak | undefined> {
  const built = keycloakFolder()
  if (!built) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'keycloak-'))
  for (const each of ['bin', 'conf']) cpSync(join(built, each), join(folder, each), { recursive: true })
  for (const each of ['providers', 'themes']) mkdirSync(join(folder, each))
  symlinkSync(join(built, 'lib'), join(folder, 'lib'))
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const logPath = join(folder, 'log')
  const log = openSync(logPath, 'a')
  const addresses = ['--http-host=127.0.0.1', `--http-port=${port}`, `--hostname=${url}`]
  const server = spawn(
    join(folder, 'bin/kc.sh'),
    ['start', '--optimized', '--cache=local', '--http-enabled=true', ...addresses],
    {
      stdio: ['ignore', log, log],
      // The script starts Java as another process of its group.
      detached: true,
      env: {
        ...process.env,
        JAVA: java(),
        // It lives too briefly for the second compiler to pay; its script chooses the collector.
        JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
        KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      },
    },
  )
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      process.kill(-server.pid!, 'SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answers(url, server, logPath)
  } catch (error) {
    await stop()
    throw error
  }
  const ask = await openAdmin(url)
  return {
    url,
    version,
    addRealm: async (realm) => {
      await ask('POST', '/admin/realms', JSON.stringify(realm))
      return `${url}/realms/${realm.realm}`
    },
    addProvider: async (realm, metadata, settings) => {
      const client = JSON.parse(await ask('POST', `/admin/realms/${realm}/client-description-converter`, metadata))
      const attributes = { ...client.attributes, ...settings.attributes }
      await ask('POST', `/admin/realms/${realm}/clients`, JSON.stringify({ ...client, ...settings, attributes }))
    },
    signOut: async (realm, username) => {
      const query = new URLSearchParams({ username, exact: 'true' })
      const [person] = JSON.parse(await ask('GET', `/admin/realms/${realm}/users?${query}`))
      await ask('POST', `/admin/realms/${realm}/users/${person.id}/logout`)
    },
    stop,
  }
}

/** Calls of the administrator, each with a token of its own: they live for a minute. */
async function openAdmin(url: string) {
  const token = async () => {
    const reply = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
    })
    return ((await reply.json()) as { access_token: string }).access_token
  }
  return async (method: string, path: string, body?: string): Promise<string> => {
    const type = body?.startsWith('<') ? 'application/xml' : 'application/json'
    const reply = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': type },
      ...(body === undefined ? {} : { body }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`Keycloak answers ${reply.status} to ${method} ${path}: ${text}`)
    return text
  }
}

/** A person's browser at Keycloak: keeps its cookies, so that a second sign-in is asked for nothing. */
export function openKeycloakBrowser() {
  const jar = new Map<string, string>()
  const send = async (address: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s)
      if (/max-age=0(;|$)/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const location = reply.headers.get('location')
    return { status: reply.status, body: await reply.text(), leadsTo: location && new URL(location, address).href }
  }
  return {
    /**
     * Follows Keycloak from this address, and fills in its sign-in form, up to the first address at `home` or a form
     * for it.
     */
    signIn: async (address: string, { username, password }: { username: string; password: string }, home: string) => {
      let [next, form]: [string, Record<string, string> | undefined] = [address, undefined]
      let hasAsked = false
      for (let hops = 0; hops < 8; hops++) {
        const reply = await send(next, form)
        form = undefined
        if (reply.leadsTo) next = reply.leadsTo
        else {
          const action = /<form\b[^>]*\baction="([^"]+)"/i.exec(reply.body)?.[1]?.replaceAll('&amp;', '&')
          if (!action) throw new Error(`Keycloak shows a page without a form: ${reply.status} ${reply.body}`)
          next = new URL(action, next).href
          form = hiddenFields(reply.body)
          if (!next.startsWith(`${home}/`)) {
            if (hasAsked) throw new Error(`Keycloak asks again: ${reply.body}`)
            hasAsked = true
            form = { ...form, username, password }
          }
        }
        if (next.startsWith(`${home}/`)) return { address: next, form, hasAsked }
      }
      throw new Error(`Keycloak leads in circles: ${next}`)
    },
    send,
  }
}

const hiddenFields = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input\b[^>]*type="hidden"[^>]*>/gi)].map(([input]) => {
      const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(input)?.[1] ?? ''
      return [of('name'), of('value').replaceAll('&amp;', '&').replaceAll('&#x2B;', '+')]
    }),
  )

async function answers(url: string, server: ChildProcess, log: string) {
  for (let tries = 0; tries < 600 && server.exitCode === null; tries++) {
    const reply = await fetch(`${url}/realms/master`).catch(() => undefined)
    if (reply?.ok) return
    await new Promise((go) => setTimeout(go, 200))
  }
  throw new Error(`Keycloak did not start: ${readFileSync(log, 'utf8').slice(-2000)}`)
}
