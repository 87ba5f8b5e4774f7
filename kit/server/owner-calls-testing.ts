import { openOwner } from './owner-calls.ts'
import { answerCalls } from './thread-calls.ts'

export type TestOwner = {
  twice(number: number): number
  refuse(): never
  fail(): never
}
export type TestThread = {
  twiceOf(numbers: number[]): Promise<number[]>
  code(): Promise<string>
  message(): Promise<string>
}

const { owner, onNews } = openOwner<TestOwner>()
const thrown = async (call: () => unknown) => {
  try {
    await call()
    return undefined
  } catch (error) {
    return error as Error & { code?: string; status?: number }
  }
}

answerCalls<TestThread>(
  {
    twiceOf: (numbers) => Promise.all(numbers.map((number) => owner.twice(number))),
    code: async () => {
      const error = await thrown(() => owner.refuse())
      return `${error?.constructor.name} ${error?.code} ${error?.status}`
    },
    message: async () => (await thrown(() => owner.fail()))?.message ?? '',
  },
  { onNews },
)
