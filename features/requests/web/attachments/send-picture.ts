import { Problem } from '#kit/problem.ts'
import { postWithProgress } from '#kit/web/post-with-progress.ts'
import { attachmentsApi } from '../../attachments-contract.ts'
import type { Attachment } from '../../contract.ts'
import { asSendable } from './shrink-picture.ts'

export type Progress = { state: 'preparing' | 'sending' | 'scanning'; part: number }

/** The school is sending elsewhere at the same time, or everybody is: worth another try, after so many milliseconds. */
const busy = new Set(['too_many_at_once', 'pictures_busy'])
const pause = 2000
const mostTries = 30

/** Sends one picture. A virus is a Problem like any other refusal. */
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
      throw new Problem('virus_found', 200, reply.messages ?? [])
    } catch (error) {
      if (!(error instanceof Problem) || !busy.has(error.code) || attempt === mostTries) throw error
      await new Promise((go) => setTimeout(go, pause))
    }
  }
}

function inBase64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    // As when the file was moved meanwhile, or its card taken out.
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}
