import { billingJobs } from './jobs.ts'

/** By name, for tests that run them directly. */
// biome-ignore lint/suspicious/noExplicitAny: each job has a different data type
export const jobs: Record<string, { run: (...given: any[]) => Promise<void> }> = Object.fromEntries(
  billingJobs.map((each) => [each.name, each]),
)
