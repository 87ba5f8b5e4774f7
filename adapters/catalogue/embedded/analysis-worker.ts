import { answerCalls } from '#kit/server/thread-calls.ts'
import { type AnalysedBatch, analysedBatch, buffersOf } from './analysed-batch.ts'
import { readPage, refreshPage } from './rebuild/read-page.ts'

const answers = { analyse: analysedBatch, readPage, refreshPage }
export type AnalysisAnswers = typeof answers

answerCalls(answers, { moved: (ask, batch) => (ask === 'analyse' ? buffersOf(batch as AnalysedBatch) : []) })
