import { forgetPictures } from './attach-forget.ts'

export const requestJobs = [forgetPictures]
