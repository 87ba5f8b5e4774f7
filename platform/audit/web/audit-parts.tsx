export { AuditList } from './audit-list.tsx'
export { changedFields } from './audit-words.ts'
export { SchoolAudit } from './school-audit.tsx'
