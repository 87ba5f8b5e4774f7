import { answerCalls } from '#kit/server/thread-calls.ts'
import { readAnswer } from './saml.ts'

export type SamlAnswers = { readAnswer: typeof readAnswer }

answerCalls<SamlAnswers>({ readAnswer })
