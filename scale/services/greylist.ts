import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A Postfix policy service: defers the first mail to each `grey…@`, like greylisting. */
export async function startGreylist() {
  const seen = new Set<string>()
  const server = createServer((socket) => {
    let buffer = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      buffer += data
      for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
        const recipient = /^recipient=(grey.*)$/m.exec(buffer.slice(0, end))?.[1]
        buffer = buffer.slice(end + 2)
        const putOff = recipient !== undefined && !seen.has(recipient)
        if (recipient) seen.add(recipient)
        socket.write(`action=${putOff ? '450 4.2.0 Greylisted, come again' : 'DUNNO'}\n\n`)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() }
}
