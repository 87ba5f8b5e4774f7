import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A Postfix policy service: defers the first mail to each `grey…@`, like greylisting. */
export async function startGreylist() {
  const seen = new Set<string>()
  const server = createServer((socket) => {
    let asked = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      asked += data
      for (let end = asked.indexOf('\n\n'); end >= 0; end = asked.indexOf('\n\n')) {
        const recipient = /^recipient=(grey.*)$/m.exec(asked.slice(0, end))?.[1]
        asked = asked.slice(end + 2)
        const putOff = recipient !== undefined && !seen.has(recipient)
        if (recipient) seen.add(recipient)
        socket.write(`action=${putOff ? '450 4.2.0 Greylisted, come again' : 'DUNNO'}\n\n`)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() }
}
