import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts secrets before they are stored in the database. */
export type SecretKey = {
  /** `purpose` is bound to the result: a text sealed for one purpose opens for no other. */
  seal(text: string, purpose: string): string
  /** Throws UnknownSecretKey if another key sealed it, another Error if it was changed. */
  open(sealed: string, purpose: string): string
}

/** The message is one line for the operator. */
export class UnknownSecretKey extends Error {}

export const newSecretKey = (): Buffer => randomBytes(32)

/** Identifies a key without revealing it: eight hexadecimal digits. */
export const idOfKey = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** The id of the key that sealed a text; undefined if it is not sealed. */
export const sealedBy = (text: string): string | undefined => /^v1\.([0-9a-f]{8})\./.exec(text)?.[1]

/**
 * AES-256-GCM: `v1.KEY.` and the nonce (12 bytes), ciphertext and tag (16 bytes) in base64url. `keys`: the current one
 * first.
 */
export const secretKeyOf = (keys: () => readonly Uint8Array[], where: string): SecretKey => ({
  seal(text, purpose) {
    const key = keys()[0]!
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return `v1.${idOfKey(key)}.${Buffer.concat(parts).toString('base64url')}`
  },
  open(sealed, purpose) {
    const id = sealedBy(sealed)
    const key = keys().find((each) => idOfKey(each) === id)
    if (!key)
      throw new UnknownSecretKey(`The ${purpose} secret needs the secret key ${id}, which ${where} does not hold.`)
    const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(purpose))
    decipher.setAuthTag(bytes.subarray(-16))
    return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  },
})
