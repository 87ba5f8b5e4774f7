import { openThread } from '#adapters/worker-pool/thread.ts'
import { openAnswers } from './answers.ts'
import { openHeadingsFile } from './schema.ts'

const thread = openThread<string>()
thread.answer(openAnswers(openHeadingsFile(thread.given, 20_000), thread))
