import { findChanges } from '../changed-records/server/look-for-changes.ts'
import { writeFile } from '../files/server/write-file.ts'
import { recheckJobs } from '../matching/server/recheck-unmatched.ts'
import { removeUnused } from './make-at-once.ts'

export const downloadJobs = [writeFile, removeUnused, ...recheckJobs, findChanges]
