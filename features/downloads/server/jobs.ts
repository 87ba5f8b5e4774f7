import { lookForChanges } from '../changed-records/server/look-for-changes.ts'
import { writeFile } from '../files/server/write-file.ts'
import { lookAgainJobs } from '../matching/server/look-again.ts'

export const downloadJobs = [writeFile, ...lookAgainJobs, lookForChanges]
