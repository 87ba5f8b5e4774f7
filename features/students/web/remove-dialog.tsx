import { type Student, studentsApi } from '#features/students/contract.ts'
import { call } from '#kit/web/call.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { counted, nameOf, sentencesOf } from './student-words.ts'

export function RemoveDialog({
  students,
  onDone,
  onClose,
}: {
  students: readonly Student[]
  onDone: (text: string) => void
  onClose: () => void
}) {
  const one = students.length === 1 ? nameOf(students[0]!) : undefined
  const remove = async () => {
    try {
      const { response } = await call(studentsApi.removeStudents, { ids: students.map(({ id }) => id) })
      onDone(one ? `${one} has been removed.` : `${counted(response.count)} have been removed.`)
      return undefined
    } catch (error) {
      return sentencesOf(error)
    }
  }
  return (
    <ConfirmDialog
      title={one ? `Remove ${one}?` : `Remove ${counted(students.length)}?`}
      action="Remove"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {one ? 'The student is' : 'The students are'} signed out at once and cannot sign in any more. Address and gender
        are deleted, and the name everywhere but in your school’s list of changes.
      </p>
      <p className="quiet">This cannot be taken back, but {one ? 'the student' : 'they'} can be invited again.</p>
    </ConfirmDialog>
  )
}
