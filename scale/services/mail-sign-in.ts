import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Postfix's authentication service, in the protocol of Dovecot's `auth`: one name with one password. */
export async function startMailSignIn(name: string, password: string) {
  const right = Buffer.from(`\0${name}\0${password}`).toString('base64')
  const server = createServer((socket) => {
    let buffer = ''
    socket.on('error', () => {})
    socket.write('VERSION\t1\t2\nMECH\tPLAIN\tplaintext\nSPID\t1\nCUID\t1\nCOOKIE\t0123456789abcdef\nDONE\n')
    socket.on('data', (data) => {
      buffer += data
      const lines = buffer.split('\n')
      buffer = lines.pop()!
      for (const line of lines) {
        const [command, id, , ...rest] = line.split('\t')
        if (command !== 'AUTH') continue
        const knows = rest.includes(`resp=${right}`)
        socket.write(knows ? `OK\t${id}\tuser=${name}\n` : `FAIL\t${id}\tuser=${name}\n`)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() }
}
