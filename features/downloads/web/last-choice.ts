import type { Content } from '#features/downloads/contract.ts'

const storageName = 'download-choice'
const known: Record<Content, true> = { DATA_ONLY: true, DATA_AND_IMAGE: true, IMAGE_ONLY: true }

/** `fileFormat` as another version may have stored it. */
export function lastChoice(): { content?: Content; fileFormat?: unknown } {
  try {
    const { content, fileFormat } = JSON.parse(localStorage.getItem(storageName) ?? '{}') as Record<string, unknown>
    return { fileFormat, ...(isContent(content) && { content }) }
  } catch {
    return {}
  }
}

/** The next choice starts with this one; what it leaves out stays. */
export function rememberChoice(choice: { content?: Content; fileFormat?: string | undefined }): void {
  try {
    localStorage.setItem(storageName, JSON.stringify({ ...lastChoice(), ...choice }))
  } catch {
    // Storage is disabled: the next choice starts with the records.
  }
}

const isContent = (value: unknown): value is Content => typeof value === 'string' && Object.hasOwn(known, value)
