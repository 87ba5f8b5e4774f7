import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Challenge = { challenge: string }
type Odd = { origin?: string; rpId?: string; verified?: boolean; challenge?: string; type?: string; count?: number }

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

/**
 * A software authenticator with one key, answering as a browser would. `odd` overrides members to make answers invalid.
 */
export function openAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let handle = ''
  const clientData = (type: string, { challenge }: Challenge, odd: Odd) =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const about = (odd: Odd, more: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(odd.count ?? 0)
    const flags = 0x01 | (odd.verified === false ? 0 : 0x04) | (more.length ? 0x40 : 0)
    return Buffer.concat([sha256(odd.rpId ?? new URL(origin).hostname), Buffer.from([flags]), count, more])
  }
  return {
    id: text(id),
    /** Answers the options from `begin`. */
    make: (options: unknown, odd: Odd = {}) => {
      const { user, ...wanted } = options as Challenge & { user: { id: string } }
      handle = user.id
      // COSE: an EC key on P-256 for ES256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x!, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y!, 'base64url'),
      ])
      const data = about(odd, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientData('webauthn.create', wanted, odd)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      }
    },
    /** Answers the sign-in page's options, as the text that its form sends. */
    use: (options: Challenge, odd: Odd & { handle?: string } = {}) => {
      const client = clientData('webauthn.get', options, odd)
      const data = about(odd)
      return JSON.stringify({
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: odd.handle ?? handle,
        },
      })
    },
  }
}
