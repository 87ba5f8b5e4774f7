import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-port.ts'
import { startGreylist } from './greylist.ts'
import { startMailSignIn } from './mail-sign-in.ts'

export type SmtpServer = {
  port: number
  /** The only account that may send. */
  name: string
  password: string
  /** The certificate (PEM) of the authority that signed the server's, for `localhost`. */
  authority: string
  /** The mailbox of that address at school.example, or the catch-all, once the server has delivered everything. */
  mailbox(name: string): Promise<Buffer[]>
  /** kill -9 of all its processes; `start` restarts it with the mails it had accepted. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const daemons = '/usr/lib/postfix/sbin'
const name = 'portal'
const password = 'scale-secret'
const host = 'localhost'
/** The mailboxes at school.example. */
const readers = ['reader', 'accounts', 'patient', 'stranger', 'trusting', 'grey-1', 'full', 'unknown']

/** Only root can start Postfix; its own processes then run as another user. */
export const canStartSmtp = () => process.getuid?.() === 0 && existsSync(join(daemons, 'master'))

/**
 * A private Postfix, in a temporary folder and on a free port of this machine: STARTTLS, sign-in only within it, a
 * mailbox for each of `readers` and a catch-all. `unknown@` is refused permanently, `full@` temporarily, `grey…@` is
 * deferred the first time.
 */
export async function startSmtp(): Promise<SmtpServer | undefined> {
  if (!canStartSmtp()) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'postfix-'))
  const at = (...path: string[]) => join(folder, ...path)
  for (const each of ['config', 'queue', 'data', 'mail']) mkdirSync(at(each))
  const [port] = await freePorts(1)
  const greylist = await startGreylist()
  const signIn = await startMailSignIn(name, password)
  makeCertificates(folder)
  writeFileSync(at('config/boxes'), readers.map((reader) => `${reader}@school.example ${reader}/\n`).join(''))
  writeFileSync(
    at('config/recipients'),
    '/^unknown@/ 550 5.1.1 No such reader\n/^full@/ 452 4.2.2 Mailbox full for now\n',
  )
  writeFileSync(at('config/main.cf'), mainSettings(folder, greylist.port, signIn.port))
  writeFileSync(at('config/master.cf'), services(port!))
  execFileSync('chown', ['-R', 'postfix', at('data')])
  execFileSync('chown', ['-R', 'nobody', at('mail')])
  execFileSync('chmod', ['755', folder])
  let server: ChildProcess | undefined
  const start = async () => {
    execFileSync('postfix', ['-c', at('config'), 'check'], { stdio: 'ignore' })
    server = spawn(join(daemons, 'master'), ['-c', at('config'), '-d'], { detached: true, stdio: 'ignore' })
    await listens(port!, server, at('log'))
  }
  const kill = async () => {
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    process.kill(-server.pid, 'SIGKILL')
    await ended
  }
  const stop = async () => {
    await kill()
    greylist.stop()
    signIn.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const mailbox = async (reader: string) => {
    for (let tries = 0; waiting(at('queue')) > 0; tries++) {
      if (tries > 200)
        throw new Error(`The mail server keeps mails back: ${readFileSync(at('log'), 'utf8').slice(-2000)}`)
      await new Promise((go) => setTimeout(go, 100))
    }
    const box = at('mail', reader, 'new')
    return existsSync(box) ? readdirSync(box).map((each) => readFileSync(join(box, each))) : []
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  const authority = readFileSync(at('config/authority.pem'), 'utf8')
  return { port: port!, name, password, authority, mailbox, kill, start, stop }
}

/** Accepted mails that are not yet delivered. */
const waiting = (queue: string) =>
  ['maildrop', 'incoming', 'active', 'deferred']
    .flatMap((each) => readdirSync(join(queue, each), { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile()).length

function mainSettings(folder: string, greylistPort: number, signInPort: number) {
  const settings = {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'queue'),
    data_directory: join(folder, 'data'),
    command_directory: '/usr/sbin',
    daemon_directory: daemons,
    maillog_file: join(folder, 'log'),
    maillog_file_prefixes: folder,
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: host,
    mydestination: '',
    // Undeliverable mail is discarded.
    default_transport: 'discard',
    virtual_mailbox_domains: 'static:ours',
    virtual_mailbox_base: join(folder, 'mail'),
    virtual_mailbox_maps: `texthash:${join(folder, 'config/boxes')}, static:everybody/`,
    virtual_uid_maps: 'static:65534',
    virtual_gid_maps: 'static:65534',
    smtpd_tls_security_level: 'may',
    smtpd_tls_auth_only: 'yes',
    smtpd_tls_cert_file: join(folder, 'config/server.pem'),
    smtpd_tls_key_file: join(folder, 'config/server.key'),
    smtpd_sasl_auth_enable: 'yes',
    smtpd_sasl_type: 'dovecot',
    smtpd_sasl_path: `inet:127.0.0.1:${signInPort}`,
    smtpd_relay_restrictions: 'permit_sasl_authenticated, reject',
    smtpd_recipient_restrictions: `check_recipient_access regexp:${join(folder, 'config/recipients')}, check_policy_service inet:127.0.0.1:${greylistPort}, permit_sasl_authenticated, reject`,
    smtputf8_enable: 'yes',
  }
  return Object.entries(settings)
    .map(([key, value]) => `${key} = ${value}\n`)
    .join('')
}

const services = (port: number) =>
  [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'proxymap unix - - n - - proxymap',
    'virtual unix - n n - - virtual',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'anvil unix - - n - 1 anvil',
    'postlog unix-dgram n - n - 1 postlogd',
  ].join('\n')

/** Creates an authority and its certificate for `localhost`. */
function makeCertificates(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: join(folder, 'config'), stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...key,
    '-days',
    '2',
    '-subj',
    '/CN=Scale',
    '-keyout',
    'authority.key',
    '-out',
    'authority.pem',
  )
  openssl('req', ...key, '-subj', `/CN=${host}`, '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(folder, 'config/names'), `subjectAltName=DNS:${host}\n`)
  openssl(
    ...'x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -extfile names -out server.pem'.split(
      ' ',
    ),
  )
}

async function listens(port: number, server: ChildProcess, log: string) {
  for (let tries = 0; tries < 300 && server.exitCode === null; tries++) {
    const greeted = await new Promise<boolean>((tell) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', () => {
        tell(true)
        socket.destroy()
      })
      socket.once('error', () => tell(false))
    })
    if (greeted) return
    await new Promise((go) => setTimeout(go, 100))
  }
  throw new Error(`Postfix did not start: ${existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''}`)
}
