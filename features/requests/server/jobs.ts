import { forgetPictures } from '../attachments/server/attach-forget.ts'

export const requestJobs = [forgetPictures]
