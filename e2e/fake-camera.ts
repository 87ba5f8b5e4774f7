import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBuffer } from 'bwip-js/node'
import sharp from 'sharp'

const width = 640
const height = 480
const framesEach = 12

/** A film that shows one barcode after the other to the camera, with empty frames in between. */
export async function filmOf(codes: { bcid: string; text: string }[]): Promise<string> {
  const parts = [Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)]
  for (const code of codes) {
    for (const picture of [await pictureOf(code), await empty()])
      for (let i = 0; i < framesEach; i++) parts.push(Buffer.from('FRAME\n'), picture, colourless)
  }
  const path = join(mkdtempSync(join(tmpdir(), 'film-')), 'film.y4m')
  writeFileSync(path, Buffer.concat(parts))
  return path
}

/** The two chroma planes, each a quarter of the size. */
const colourless = Buffer.alloc((width * height) / 2, 128)

const empty = () => Promise.resolve(Buffer.alloc(width * height, 235))

async function pictureOf(code: { bcid: string; text: string }) {
  const barcode = await toBuffer({ ...code, scale: 3, height: 20, includetext: true, backgroundcolor: 'FFFFFF' })
  return sharp({ create: { width, height, channels: 3, background: '#e8e6e0' } })
    .composite([
      {
        input: await sharp(barcode)
          .extend({ top: 20, bottom: 20, left: 30, right: 30, background: 'white' })
          .toBuffer(),
      },
    ])
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer()
}
