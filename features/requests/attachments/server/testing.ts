import sharp from 'sharp'

/** The EICAR test file, in two parts so that no scanner finds it here. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

type Kind = 'jpeg' | 'png' | 'webp' | 'gif'

/** A single-colour picture. */
export const drawn = (kind: Kind = 'png', width = 40, height = 60): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2a7f7a' } })
    .toFormat(kind)
    .toBuffer()

export const sent = (filename: string, bytes: Uint8Array | string) => ({
  filename,
  base64: Buffer.from(bytes).toString('base64'),
})

export const sentPicture = async (filename = 'cover.png', kind: Kind = 'png') => sent(filename, await drawn(kind))
