import { parentPort, workerData } from 'node:worker_threads'
import { countLost } from '../rows.ts'
import { lostSentence } from './row-damage.ts'
import { restoreAdvice } from './sqlite-damage.ts'

/** `ended` becomes 1 when the result is no longer wanted. */
export type CountData = { folder: string; ended: Int32Array<SharedArrayBuffer> }
export type CountMessage = { lost: string }

const { folder, ended } = workerData as CountData
const losses = countLost(folder, () => Atomics.load(ended, 0) === 0)
if (losses && losses.lost !== 0)
  parentPort!.postMessage({ lost: `${lostSentence(losses)}. ${restoreAdvice}` } satisfies CountMessage)
