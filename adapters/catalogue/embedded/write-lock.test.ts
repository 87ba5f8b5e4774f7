import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { busySentence } from '../busy-sentence.ts'
import { acquireSweepLock, acquireWriteLock } from './write-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a second load is refused while one is running', () => {
  const letGo = acquireWriteLock(folder, 0)
  expect(() => acquireWriteLock(folder, 10)).toThrow(busySentence)
  letGo()
  acquireWriteLock(folder, 0)()
})

test('no cleanup begins while a load is running', () => {
  const letGo = acquireWriteLock(folder, 0)
  expect(() => acquireSweepLock(folder)).toThrow(busySentence)
  letGo()
  acquireSweepLock(folder)()
})

test('a load waits for a cleanup, however long it takes', async () => {
  const letGo = acquireSweepLock(folder)
  const path = JSON.stringify(new URL('./write-lock.ts', import.meta.url).href)
  const waiting = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     import(${path}).then(({ acquireWriteLock }) => {
       parentPort.postMessage('begins')
       acquireWriteLock(workerData, 1)()
       parentPort.postMessage('held')
     }).catch((error) => parentPort.postMessage(String(error)))`,
    { eval: true, workerData: folder },
  )
  const messages: string[] = []
  const held = new Promise<void>((resolve) => {
    waiting.on('message', (message: string) => {
      messages.push(message)
      // Many times its timeout.
      if (message === 'begins') setTimeout(letGo, 300)
      else resolve()
    })
  })
  await held
  await waiting.terminate()
  expect(messages).toEqual(['begins', 'held'])
})
