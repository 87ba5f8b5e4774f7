import { Problem, sentencesOr } from '#kit/problem.ts'
import { postWithProgress } from '#kit/web/post-with-progress.ts'
import type { Attachment } from '../../contract.ts'
import { fileSentences, maxFileBytes, pictureTypes, virusFound } from '../../rules.ts'
import { attachmentsApi } from '../contract.ts'

export type Progress = { state: 'preparing' | 'sending' | 'scanning'; part: number }

/** Refusals because too many uploads are running: retried after this many milliseconds. */
const busy = new Set(['too_many_at_once', 'pictures_busy'])
const pause = 2000
const maxTries = 30

/** Uploads one picture. A virus is a Problem like any other refusal. */
export async function sendPicture(
  file: File,
  { onProgress, signal }: { onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<Attachment> {
  onProgress({ state: 'preparing', part: 0 })
  const { content, filename } = await asSendable(file)
  const base64 = await inBase64(content)
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      const reply = await postWithProgress(
        attachmentsApi.scanFiles,
        { files: [{ filename, filetype: content.type, filesize: content.size, base64 }] },
        { signal, onProgress: (part) => onProgress({ state: part < 1 ? 'sending' : 'scanning', part }) },
      )
      const held = reply.response.files[0]?.file
      if (held) return held
      throw new Problem('virus_found', 200, sentencesOr(virusFound(filename), reply.messages ?? []))
    } catch (error) {
      if (!(error instanceof Problem) || !busy.has(error.code) || attempt === maxTries) throw error
      await new Promise((go) => setTimeout(go, pause))
    }
  }
}

function inBase64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    // For example, the file was moved or its memory card removed.
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}

type Sendable = { content: Blob; filename: string }

/** Longest sides to try, in pixels, largest first: small print stays legible in all of them. */
const sides = [4000, 3000, 2400, 1800]
const quality = 0.85

const isTaken = (type: string) => (pictureTypes as readonly string[]).includes(type)

/** Unchanged if its type and size are accepted; else a smaller JPEG, if this browser can read it. */
async function asSendable(file: File): Promise<Sendable> {
  const taken = isTaken(file.type)
  if (taken && file.size <= maxFileBytes) return { content: file, filename: file.name }
  const content = await smaller(file).catch(() => undefined)
  if (!content) throw refused(taken ? fileSentences.tooLarge(file.name) : fileSentences.noPicture(file.name))
  return { content, filename: `${file.name.replace(/\.[^.]*$/, '')}.jpg` }
}

const refused = (sentence: string) => new Problem('bad_files', 400, [sentence])

async function smaller(file: File): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file)
  try {
    for (const side of sides) {
      const jpeg = await drawn(picture, Math.min(1, side / Math.max(picture.width, picture.height)))
      if (jpeg && jpeg.size <= maxFileBytes) return jpeg
    }
  } finally {
    picture.close()
  }
}

function drawn(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const paper = canvas.getContext('2d')!
  // JPEG has no transparency: use a white background.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality))
}
