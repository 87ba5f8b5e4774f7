export { AuditList } from './audit-list.tsx'
export { actionInWords, changedFields } from './audit-words.ts'
export { SchoolAudit } from './school-audit.tsx'
