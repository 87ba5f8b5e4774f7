import { lookForChanges } from '../changed-records/server/look-for-changes.ts'
import { writeFile } from '../files/server/write-file.ts'
import { recheckJobs } from '../matching/server/recheck-unmatched.ts'

export const downloadJobs = [writeFile, ...recheckJobs, lookForChanges]
