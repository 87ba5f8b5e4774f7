import { useEffect, useRef, useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import type { Attachment } from '../../contract.ts'
import { scanningStopped } from '../../rules.ts'
import { type Progress, sendPicture } from './send-picture.ts'

/** A picture that is being uploaded, or that failed. */
export type Sending = {
  key: string
  file: File
  /** Its preview before the server has it. */
  preview: string
  progress: Progress | undefined
  refusal: { sentence: string; worthAnotherTry: boolean } | undefined
}

let latest = 0

/** Uploads pictures one by one, each until it is accepted, refused or cancelled. */
export function useSendings(onTaken: (file: Attachment) => void) {
  const [sendings, setSendings] = useState<Sending[]>([])
  const running = useRef(new Map<string, { stop: AbortController; preview: string }>())
  const turn = useRef(Promise.resolve())

  useEffect(() => {
    const all = running.current
    return () => {
      for (const key of [...all.keys()]) forget(all, key)
    }
  }, [])

  const change = (key: string, part: Partial<Sending>) =>
    setSendings((now) => now.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const remove = (key: string) => {
    forget(running.current, key)
    setSendings((now) => now.filter((each) => each.key !== key))
  }
  const begin = (key: string, file: File) => {
    turn.current = turn.current.then(async () => {
      const signal = running.current.get(key)?.stop.signal
      if (!signal) return
      try {
        const taken = await sendPicture(file, { signal, onProgress: (progress) => change(key, { progress }) })
        if (signal.aborted) return
        remove(key)
        onTaken(taken)
        announce(`${taken.filename} has been added.`)
      } catch (error) {
        if (!signal.aborted) change(key, { progress: undefined, refusal: refusalOf(error) })
      }
    })
  }
  return {
    sendings,
    busy: sendings.some(({ refusal }) => refusal === undefined),
    add: (files: File[]) => {
      const added = files.map((file) => ({
        key: `sending-${++latest}`,
        file,
        preview: URL.createObjectURL(file),
        progress: undefined,
        refusal: undefined,
      }))
      setSendings((now) => [...now, ...added])
      for (const { key, file, preview } of added) {
        running.current.set(key, { stop: new AbortController(), preview })
        begin(key, file)
      }
    },
    again: ({ key, file }: Sending) => {
      change(key, { refusal: undefined })
      begin(key, file)
    },
    remove,
  }
}

function forget(all: Map<string, { stop: AbortController; preview: string }>, key: string) {
  const found = all.get(key)
  if (!found) return
  all.delete(key)
  found.stop.abort()
  URL.revokeObjectURL(found.preview)
}

/** A retry cannot succeed: the file itself is the problem. */
const final = new Set(['virus_found', 'bad_files', 'invalid_input', 'too_large', 'not_allowed'])

/** Shows a virus (4003) or a refused picture (400) as such; after any other failure the scan has stopped. */
const refusalOf = (error: unknown): Sending['refusal'] => {
  const { code, status, errors, messages } = problemOf(error)
  const cause = errors?.files?.[0] ?? messages[0]
  const isWhole = code === 'virus_found' || status === 400 || cause.startsWith(scanningStopped)
  return { sentence: isWhole ? cause : `${scanningStopped}. ${cause}`, worthAnotherTry: !final.has(code) }
}
