import { lookAgainJobs } from './look-again.ts'
import { lookForChanges } from './look-for-changes.ts'
import { writeFile } from './write-file.ts'

export const downloadJobs = [writeFile, ...lookAgainJobs, lookForChanges]
